// Starts the language server for rule files and their texts, and shows what its commands tell.

import { window, workspace, commands, type ExtensionContext } from "vscode";
import { LanguageClient, type LanguageClientOptions } from "vscode-languageclient/node";

import { SERVER, commandOf, trouble } from "./command";
import { Previews } from "./previews";
import { titleOf } from "./titles";

const SETTINGS = "Open the settings";
const previews = new Previews();
let client: LanguageClient | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  context.subscriptions.push(
    workspace.registerTextDocumentContentProvider(Previews.scheme, previews),
    commands.registerCommand("palast.restart", restart),
    workspace.onDidChangeConfiguration((change) => change.affectsConfiguration("palast.command") && restart()),
    workspace.onDidGrantWorkspaceTrust(restart),
  );
  await restart();
}

export async function deactivate(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.dispose();
}

async function restart(): Promise<void> {
  await deactivate();
  if (!workspace.isTrusted) {
    return; // a folder that nobody trusts names no program to be started
  }
  const folders = (workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
  const command = commandOf(workspace.getConfiguration("palast").get("command", ""), folders);
  const wrong = await trouble(command);
  if (wrong !== undefined) {
    void complain(wrong);
    return;
  }
  client = new LanguageClient("palast", "Palast", { command, args: SERVER }, OPTIONS);
  await client.start();
}

async function complain(wrong: string): Promise<void> {
  if ((await window.showErrorMessage(wrong, SETTINGS)) === SETTINGS) {
    await commands.executeCommand("workbench.action.openSettings", "palast.command");
  }
}

const OPTIONS: LanguageClientOptions = {
  documentSelector: [
    { scheme: "file", language: "palast-rules" },
    { scheme: "untitled", language: "palast-rules" },
    { scheme: "file", language: "palast-texts" },
  ],
  middleware: {
    // The client makes a command of the editor of each that the server carries out.
    async executeCommand(command, args, next) {
      const about = args.length > 0 ? args : [window.activeTextEditor?.document.uri.toString()]; // from the palette
      const told: unknown = await next(command, about);
      if (typeof told === "string") {
        await previews.show(titleOf(command, about), told);
      }
      return told;
    },
  },
};
