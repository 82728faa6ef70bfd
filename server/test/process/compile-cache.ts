/** As `npm start` finds it: what a process of a test has compiled the next one need not. */
import { fileURLToPath } from 'node:url';

export const COMPILED = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../node_modules/.cache/compile', import.meta.url)),
};
