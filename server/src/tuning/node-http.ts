/**
 * Node's HTTP client without its module facade. `import 'node:http'` reads every export, and reading `http.WebSocket`
 * loads undici: memory of an idle process (bar P8) that no request of ours needs, as `fetch` loads it when first called.
 */
export const http = process.getBuiltinModule('node:http');
