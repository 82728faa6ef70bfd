/** Spares Node work and memory when the house is loaded. */
import { registerHooks } from 'node:module';

const OWN = new URL('..', import.meta.url).href;
const DRIZZLE = '/node_modules/drizzle-orm/';
const ZOD = '/node_modules/zod/';

/**
 * Whenever Node resolves a file of a package it reads the whole package.json anew, and drizzle-orm's names a thousand
 * files: two thirds of the time to start, and memory that is not given back. Has to be called before anything else is
 * loaded.
 */
export function hookModuleResolution(): void {
  const known = new Map<string, ReturnType<Parameters<typeof registerHooks>[0]['resolve'] & object>>();
  registerHooks({
    resolve(specifier, context, next) {
      const { parentURL = '', conditions } = context;
      if (!conditions.includes('import')) return next(specifier, context);
      // zod would bring its sentences in sixty languages; ours is loaded by who sets it.
      if (specifier === '../locales/index.js' && parentURL.includes(ZOD))
        return next('../locales/en.js', context);
      // All modules of this package, none with a package.json of its own.
      if (parentURL.includes(DRIZZLE) && /^\.{1,2}\/.+\.js$/.test(specifier))
        return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
      // A package is the same for every file of ours.
      if (!/^[@a-z]/.test(specifier) || specifier.includes(':') || !parentURL.startsWith(OWN))
        return next(specifier, context);
      const found = known.get(specifier);
      if (found) return found;
      const resolved = { ...next(specifier, context), shortCircuit: true };
      known.set(specifier, resolved);
      return resolved;
    },
  });
}
