import { expect, test } from 'vitest';
import { printedBy } from '../../test/process/run-module.ts';

test('from the sixty locales of zod only the needed ones are loaded, and messages are Portuguese', async () => {
  const { locales, message } = (await printedBy(
    `
    const { hookModuleResolution } = await import('./module-hooks.ts');
    hookModuleResolution();
    const { z } = await import('zod');
    await import('../http/validation.ts');
    const { error } = z.object({ name: z.string() }).safeParse({});
    console.log(JSON.stringify({ locales: Object.keys(z.locales), message: error.issues[0].message }));
  `,
    import.meta.url,
  )) as { locales: string[]; message: string };
  expect(locales).toEqual(['default']);
  expect(message).toBe('Falta o campo "name".');
});
