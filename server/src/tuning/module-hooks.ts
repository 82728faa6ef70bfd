/** Module resolution hooks that make loading faster and smaller (decision 28). */
// Its default export, which an older Node has too: what is missing there must not end the process before it can say so.
import module from 'node:module';

const OWN = new URL('..', import.meta.url).href;
const DRIZZLE = '/node_modules/drizzle-orm/';
const ZOD = '/node_modules/zod/';

/**
 * Node parses the package.json of a package for each file that it resolves, and drizzle-orm's names a thousand files: two
 * thirds of the start's time, and memory that is not returned. Must be called before anything else is loaded.
 */
export function hookModuleResolution(): void {
  const known = new Map<string, ReturnType<Parameters<typeof module.registerHooks>[0]['resolve'] & object>>();
  module.registerHooks({
    resolve(specifier, context, next) {
      const { parentURL = '', conditions } = context;
      if (!conditions.includes('import')) return next(specifier, context);
      // zod imports sixty locales; the Portuguese one is imported where it is set.
      if (specifier === '../locales/index.js' && parentURL.includes(ZOD))
        return next('../locales/en.js', context);
      // The package holds modules only, and no nested package.json.
      if (parentURL.includes(DRIZZLE) && /^\.{1,2}\/.+\.js$/.test(specifier))
        return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
      // A package resolves to the same file for every importer in this project.
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
