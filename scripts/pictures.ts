/** The pictures of the manual, of the built app, into docs/pictures. Not part of the tests. Names choose some of them. */
import { runInBrowser } from './in-browser.ts';

await runInBrowser({
  name: 'pictures',
  command: 'node',
  args: ['e2e/pictures/main.ts', ...process.argv.slice(2)],
});
