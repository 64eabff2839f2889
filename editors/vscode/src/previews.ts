// What the server tells in Markdown, shown beside the editor.

import { EventEmitter, Uri, commands, type TextDocumentContentProvider } from "vscode";

export class Previews implements TextDocumentContentProvider {
  static readonly scheme = "palast";
  private readonly told = new Map<string, string>();
  private readonly changed = new EventEmitter<Uri>();
  readonly onDidChange = this.changed.event;

  provideTextDocumentContent(uri: Uri): string {
    return this.told.get(uri.path) ?? "";
  }

  // What is shown under a title replaces what was shown under it before.
  async show(title: string, markdown: string): Promise<void> {
    const uri = Uri.from({ scheme: Previews.scheme, path: `/${title}.md` });
    this.told.set(uri.path, markdown);
    this.changed.fire(uri);
    await commands.executeCommand("markdown.showPreviewToSide", uri);
  }
}
