import { expect, test } from 'vitest';
import type { AuditObject } from '#contract/audit.ts';
import { LdapSettings, OidcSettings } from '#contract/identity-providers.ts';
import { FolderSettings, S3Settings, WebsiteSettings } from '#contract/sync-sources.ts';
import { changedFields } from './changed-fields.ts';
import { sentenceOf } from './sentences.ts';

const said = (action: string, object_type: string) =>
  sentenceOf({ action, object_type: object_type as AuditObject });

test('an entry becomes a sentence in Portuguese', () => {
  expect(said('user.role_changed', 'user')).toBe('Alterou o perfil do usuário');
  expect(said('group.created', 'group')).toBe('Criou o grupo');
  expect(said('access_key.revoked', 'access_key')).toBe('Revogou a chave de acesso');
  expect(said('data_source.viewed_as', 'data_source')).toBe(
    'Viu as linhas de outra pessoa na fonte de dados',
  );
  expect(said('session.refused', 'session')).toBe('Recusou uma entrada');
  expect(said('knowledge_base.deleted', 'knowledge_base')).toBe('Excluiu a base de conhecimento');
});

test('what a later release records is readable before these words know it', () => {
  expect(said('agent.put_to_sleep', 'agent')).toBe('Agente: put to sleep');
  expect(said('planet.created', 'planet')).toBe('Criou planet');
});

test('the changed fields stand side by side; of long texts only their length is known', () => {
  const mark = { length: 12_345, sha256: 'ab'.repeat(32) };
  expect(
    changedFields({
      before: { name: 'Multas', active: true, custom_prompt: null },
      after: { name: 'Recursos', active: false, custom_prompt: mark, agent_ids: [3, 1200] },
      erased_fields: [],
    }),
  ).toEqual([
    { name: 'nome', before: 'Multas', after: 'Recursos' },
    { name: 'ativo', before: 'sim', after: 'não' },
    { name: 'prompt', before: 'vazio', after: 'texto de 12.345 caracteres' },
    { name: 'IDs dos agentes', before: null, after: '3, 1200' },
  ]);
  expect(
    changedFields({
      before: null,
      after: {
        reason: 'wrong_password',
        file_size: 1536,
        assigned: 1200,
        deletion_due: '2026-11-28T15:00:00.000Z',
      },
      erased_fields: [],
    }).map(({ after }) => after),
  ).toEqual(['senha errada', '1,5 KB', '1.200', expect.stringMatching(/^28\/11\/2026 \d\d:00$/)]);
  expect(changedFields({ before: null, after: null, erased_fields: [] })).toEqual([]);
  expect(changedFields({ before: null, after: { odd_field: { a: 1 } }, erased_fields: [] })).toEqual([
    { name: 'odd field', before: null, after: 'a 1' },
  ]);
  expect(
    changedFields({
      before: null,
      after: { day: '2026-11-28', long: { above: 200_000, output: '22.5', cached_input: null } },
      erased_fields: [],
    }),
  ).toEqual([
    { name: 'dia', before: null, after: '28/11/2026' },
    {
      name: 'preço de contexto longo',
      before: null,
      after: 'acima de 200.000, saída 22.5, entrada em cache vazio',
    },
  ]);
  expect(
    changedFields({
      before: { name: 'Multas', tags: ['a', null] },
      after: { name: null, tags: ['a'] },
      erased_fields: ['after.name', 'before.tags.1'],
    }),
  ).toEqual([
    { name: 'nome', before: 'Multas', after: 'apagado com uma conta' },
    { name: 'tags', before: 'apagado com uma conta', after: 'a' },
  ]);
});

test('each setting of a provider of sign-on and of a sync that is recorded has a name in words', () => {
  const settings = [OidcSettings, LdapSettings, FolderSettings, WebsiteSettings, S3Settings];
  const keys = [...new Set(settings.flatMap(({ shape }) => Object.keys(shape)))];
  expect(keys.length).toBeGreaterThan(40);
  const values = Object.fromEntries(keys.map((key) => [key, 1]));
  const named = changedFields({ before: null, after: values, erased_fields: [] });
  const rawNames = named.flatMap(({ name }, place) =>
    name === keys[place]?.replaceAll('_', ' ') ? [name] : [],
  );
  // A word of the trade in both languages.
  expect(rawNames.filter((name) => name !== 'bucket')).toEqual([]);
});
