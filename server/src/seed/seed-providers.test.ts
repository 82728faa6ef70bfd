import { expect, test } from 'vitest';
import { PROVIDER_KEYS } from '#contract/model-catalogue.ts';
import { BUILT_IN_MAX } from '../features/model-providers/records/configured-providers.ts';

test('no further kind of provider is built in unnoticed: its row would take the id of a server that was added', () => {
  const builtIn = PROVIDER_KEYS.filter((kind) => kind !== 'compatible');
  const advice =
    'A further built-in kind needs a column that says which rows are built in, and a migration that fills it. A service with OpenAI’s API needs neither: offer it among SERVERS of web/src/features/models/providers/servers.ts.';
  expect(builtIn.length, advice).toBe(BUILT_IN_MAX);
});
