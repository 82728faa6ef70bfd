/** The table of models in the manual says what the catalogue says. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { modelCatalogue, PROVIDERS } from '../contract/src/model-catalogue.ts';

const chapter = readFileSync(new URL('../docs/manual/07-modelos-e-modo-local.md', import.meta.url), 'utf8');
const rows = [...chapter.matchAll(/^\| (\w+) +\| `([^`]+)` +\| ([\d,]+ (?:mil|milhão)) +\| (.*?) *\|$/gm)];

const dayOf = (day: string) => day.split('-').reverse().join('/');
const contextOf = (tokens: number) =>
  tokens >= 1_000_000 ? '1 milhão' : `${Math.round(tokens / 1_000)} mil`;

test('each model of the catalogue stands in the manual, with its context, its end and its successor', () => {
  expect(new Set(rows.map(([, , id]) => id))).toEqual(new Set(modelCatalogue.map(({ id }) => id)));
  for (const [, provider, id, context, state = ''] of rows) {
    const entry = modelCatalogue.find((each) => each.id === id);
    if (!entry) continue;
    expect([id, provider, context]).toEqual([
      id,
      PROVIDERS[entry.provider].name,
      contextOf(entry.context_window),
    ]);
    if (!entry.ends_at) expect([id, state]).toEqual([id, '']);
    else expect(state).toMatch(new RegExp(`em ${dayOf(entry.ends_at)}, depois .${entry.successor}.$`));
  }
});

test('the manual recommends what the catalogue recommends and a provider still has', () => {
  const sentence = /Os recomendados são (.*)\. Quem/.exec(chapter)?.[1] ?? '';
  const recommended = modelCatalogue
    .filter((entry) => entry.recommended && !entry.ends_at)
    .map(({ id }) => id);
  expect(new Set([...sentence.matchAll(/`([^`]+)`/g)].map(([, id]) => id))).toEqual(new Set(recommended));
});

test('each provider stands in the chapter on configuration, with its variables', () => {
  const configuration = readFileSync(new URL('../docs/manual/03-configuracao.md', import.meta.url), 'utf8');
  for (const { name, key_env, address_env } of Object.values(PROVIDERS))
    if (key_env)
      expect(configuration).toMatch(new RegExp(`\\| ${name} +\\| .${key_env}. +\\| .${address_env}. `));
});
