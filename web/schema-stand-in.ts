/**
 * Takes the place of zod in the browser's bundle. A contract's schemas check at the server's border; here
 * only their presence counts (does this call take a form? does it answer a list?), and zod would be a
 * fifth of what a first visit downloads. Building schemas works, also from the `shape` of another; using one
 * says loudly that it cannot.
 */
export const FOR_THE_SERVER: readonly PropertyKey[] = [
  'parse',
  'safeParse',
  'parseAsync',
  'safeParseAsync',
  'decode',
  'encode',
  'options',
  'values',
  'def',
  '_zod',
  '~standard',
];

const standIn: unknown = new Proxy(() => undefined, {
  get: (_, name) => {
    if (FOR_THE_SERVER.includes(name)) throw new Error(`the browser carries no schemas: .${String(name)}`);
    return standIn;
  },
  apply: () => standIn,
});

export { standIn as z };
