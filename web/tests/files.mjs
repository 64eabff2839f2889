// A server of a folder's files that knows nothing of the page: with the types that all know, or with other headers.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";

export const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png" };

const typed = (path) => ({ "Content-Type": TYPES[extname(path)] ?? "application/octet-stream" });

// Where it is, and what ends it, with all connections that are open.
export async function serving(folder, headers = typed) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const path = join(folder, pathname.endsWith("/") ? `${pathname}index.html` : pathname);
    try {
      const data = readFileSync(path);
      response.writeHead(200, headers(path));
      response.end(data);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const end = () => {
    server.close();
    server.closeAllConnections();
  };
  return { address: `http://127.0.0.1:${server.address().port}`, end };
}
