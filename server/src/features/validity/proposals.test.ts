import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ValidityProposal } from '#contract/validity.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { ingestText } from '../knowledge/ingest/replace-passages.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());

const OLD = `LEI Nº 3.210, DE 5 DE MARÇO DE 2015

Art. 1º Esta lei trata das feiras livres do município.

Art. 2º A licença de feirante custa 80 reais por ano.

Art. 3º São deveres do feirante:

I - recolher o lixo da barraca;

II - usar jaleco branco;

III - manter a balança aferida.

Art. 4º Esta lei entra em vigor na data de sua publicação.

Publicada no Diário Oficial de 6 de março de 2015.`;
const NEW = `LEI Nº 4.310, DE 10 DE MARÇO DE 2022

Art. 1º Fica revogada a Lei nº 3.210, de 5 de março de 2015.

Art. 2º A licença de feirante custa 120 reais por ano.

Art. 3º Esta lei entra em vigor após decorridos 30 (trinta) dias de sua publicação oficial.

Publicada no Diário Oficial de 10 de março de 2022.`;

async function market() {
  const admin = await testServer.user({ role: 'admin' });
  const as = testServer.as(admin);
  const { body: made } = await as.post('/knowledge-bases', { name: 'Leis' });
  const base: number = made.data.id;
  await as.patch(`/knowledge-bases/${base}/settings`, { validity: true });
  const put = async (original_filename: string, text: string, document_id?: number) =>
    (
      await ingestText(testServer.context.db, {
        knowledge_base_id: base,
        original_filename,
        file_type: 'txt',
        file_size: text.length,
        text,
        ...(document_id === undefined ? {} : { document_id }),
      })
    ).id;
  const proposals = async (document_id?: number): Promise<ValidityProposal[]> => {
    const { body } = await as.get(`/knowledge-bases/${base}/validity/proposals`, {
      query: document_id === undefined ? {} : { document_id: String(document_id) },
    });
    return body.data;
  };
  const decide = ({ id, updated_at }: ValidityProposal, action = 'accept', changes?: object) =>
    as.post(`/knowledge-bases/${base}/validity/proposals/${id}`, {
      action,
      updated_at,
      ...(changes ? { changes } : {}),
    });
  const acceptAll = async (document_id: number) => {
    for (const proposal of await proposals(document_id)) expect((await decide(proposal)).status).toBe(200);
  };
  const search = async (q: string, on_date: string) => {
    const { body } = await as.get(`/knowledge-bases/${base}/search`, { query: { q, on_date } });
    return (body.data.hits as { content: string }[]).map(({ content }) => content).join('\n');
  };
  const shown = async (document: number) =>
    (await as.get(`/knowledge-bases/${base}/documents/${document}/validity`)).body.data;
  return { as, base, put, proposals, decide, acceptAll, search, shown };
}

test('R-DOC-60 what a text says changes nothing until somebody accepts it', async () => {
  const { put, proposals, acceptAll, search, shown } = await market();
  const old = await put('feiras-2015.txt', OLD);
  const next = await put('feiras-2022.txt', NEW);
  expect(await proposals(old)).toMatchObject([
    {
      kind: 'norm',
      norm: { type: 'lei', number: '3210', year: 2015 },
      clause: 'LEI Nº 3.210, DE 5 DE MARÇO DE 2015',
    },
    { kind: 'starts', day: '2015-03-06', is_presumed: false },
  ]);
  const ofNext = await proposals(next);
  expect(ofNext).toMatchObject([
    { kind: 'norm' },
    { kind: 'starts', day: '2022-04-09', is_presumed: false },
    // The repeal has its effect when the law that says it begins to hold.
    {
      kind: 'repeals',
      by: 'Lei nº 4.310/2022',
      target: 'Lei nº 3.210/2015',
      day: '2022-04-09',
      provisions: [],
    },
  ]);
  expect(NEW.slice(ofNext[2]?.clause_start ?? 0, ofNext[2]?.clause_end ?? 0)).toBe(
    'Fica revogada a Lei nº 3.210, de 5 de março de 2015.',
  );
  expect(await search('licença de feirante', '2026-01-01')).toContain('80 reais');

  await acceptAll(old);
  await acceptAll(next);
  expect(await proposals()).toEqual([]);
  expect(await search('licença de feirante', '2026-01-01')).not.toContain('80 reais');
  expect(await search('licença de feirante', '2026-01-01')).toContain('120 reais');
  expect(await search('licença de feirante', '2022-04-08')).toContain('80 reais');
  expect(await search('licença de feirante', '2022-04-08')).not.toContain('120 reais');
  expect(await shown(old)).toMatchObject({
    from: '2015-03-06',
    from_presumed: false,
    now: { state: 'repealed' },
  });
});

test('R-DOC-60 a rejected or decided proposal does not come back when the text is read again', async () => {
  const { put, proposals, decide, search, base, as } = await market();
  await put('feiras-2015.txt', OLD);
  const next = await put('feiras-2022.txt', NEW);
  const repeal = (await proposals(next)).find(({ kind }) => kind === 'repeals') as ValidityProposal;
  expect((await decide(repeal, 'reject')).status).toBe(200);
  expect((await decide(repeal)).body.code).toBe('stale_change');
  await put('feiras-2022.txt', `${NEW}\n\nFim.`, next);
  expect((await proposals(next)).map(({ kind }) => kind)).toEqual(['norm', 'starts']);
  expect(await search('licença de feirante', '2026-01-01')).toContain('80 reais');
  const missing = await as.post(`/knowledge-bases/${base}/validity/proposals/999999`, {
    action: 'accept',
    updated_at: repeal.updated_at,
  });
  expect(missing.body.code).toBe('proposal_not_found');
});

test('R-DOC-60 a norm that arrives later is joined to what was said of it, even before somebody confirms its name', async () => {
  const { put, acceptAll, search, shown } = await market();
  const next = await put('feiras-2022.txt', NEW);
  await acceptAll(next);
  expect((await shown(next)).relations).toMatchObject([
    { kind: 'repeals', target: { document_id: null, name: 'Lei nº 3.210/2015' } },
  ]);
  const old = await put('feiras-2015.txt', OLD);
  expect((await shown(next)).relations).toMatchObject([{ kind: 'repeals', target: { document_id: old } }]);
  expect(await search('licença de feirante', '2026-01-01')).not.toContain('80 reais');
});

test('R-DOC-60 an adjusted proposal is accepted as adjusted; one without a day, or in a circle, is refused', async () => {
  const { put, proposals, decide, acceptAll, shown } = await market();
  const old = await put(
    'feiras-2015.txt',
    `${OLD}\n\nArt. 5º Fica revogada a Lei nº 4.310, de 10 de março de 2022.`,
  );
  const next = await put('feiras-2022.txt', NEW);
  const [norm, starts, repeal] = (await proposals(next)) as [
    ValidityProposal,
    ValidityProposal,
    ValidityProposal,
  ];
  expect((await decide(norm, 'accept', { norm: { ...norm.norm, issuer: 'Câmara' } })).status).toBe(200);
  expect((await decide(starts, 'accept', { day: '2022-05-01' })).status).toBe(200);
  // The version that was looked at has not changed, its day has: it follows from what was accepted.
  expect((await proposals(next))[0]).toMatchObject({ kind: 'repeals', day: '2022-05-01' });
  expect((await decide(repeal, 'accept', { provisions: ['art:2'] })).status).toBe(200);
  expect((await shown(next)).relations).toMatchObject([
    { kind: 'repeals_in_part', provisions: ['art:2'], effective_on: '2022-05-01' },
  ]);
  await acceptAll(old);

  const third = await put(
    'taxistas.txt',
    'Art. 1º A taxa do táxi é de dez reais. (Revogado pela Lei nº 9.527, de 1997)\n\nArt. 2º O táxi é branco.\n\nArt. 3º O táxi tem taxímetro.',
  );
  const [note] = (await proposals(third)) as [ValidityProposal];
  expect(note).toMatchObject({
    kind: 'repeals_in_part',
    by: 'Lei nº 9.527/1997',
    day: null,
    provisions: ['art:1'],
  });
  expect((await decide(note)).body.code).toBe('proposal_day_missing');
  expect((await decide(note, 'accept', { day: '1997-12-11' })).status).toBe(200);
  expect((await shown(third)).relations).toMatchObject([
    { document_id: null, by: 'Lei nº 9.527/1997', target: { document_id: third } },
  ]);

  const circle = await put(
    'circulo.txt',
    'LEI Nº 8, DE 5 DE MAIO DE 2023\n\nArt. 1º Fica revogada a Lei nº 8.001, de 2023.',
  );
  const other = await put(
    'outro.txt',
    'LEI Nº 8.001, DE 6 DE MAIO DE 2023\n\nArt. 1º Fica revogada a Lei nº 8, de 2023.',
  );
  await acceptAll(circle);
  const back = (await proposals(other)).find(({ kind }) => kind === 'repeals') as ValidityProposal;
  expect((await decide(back)).body.code).toBe('validity_cycle');
  expect((await proposals(other)).some(({ id }) => id === back.id)).toBe(true);
});

test('R-DOC-59 an item ends alone: it is cut out of its list when a norm names it', async () => {
  const { put, acceptAll, search } = await market();
  const old = await put('feiras-2015.txt', OLD);
  await acceptAll(old);
  const amending = await put(
    'lei-2018.txt',
    'LEI Nº 3.900, DE 2 DE MAIO DE 2018\n\nArt. 1º Fica revogado o inciso II do art. 3º da Lei nº 3.210, de 5 de março de 2015.\n\nArt. 2º Esta lei entra em vigor em 1º de junho de 2018.',
  );
  await acceptAll(amending);
  const before = await search('deveres do feirante jaleco lixo balança', '2018-05-31');
  expect(before).toContain('jaleco');
  const after = await search('deveres do feirante jaleco lixo balança', '2018-06-01');
  expect(after).not.toContain('jaleco');
  expect(after).toContain('lixo');
  expect(after).toContain('balança');
});

test('R-DOC-60 a file that is another norm keeps nothing that was accepted for the former one: it is proposed again', async () => {
  const { put, proposals, acceptAll, shown, search } = await market();
  const old = await put('feiras-2015.txt', OLD);
  const next = await put('feiras-2022.txt', NEW);
  await acceptAll(old);
  await acceptAll(next);
  // The same norm in another file: all stays.
  await put('feiras-2022-b.txt', `${NEW}\n\nTexto conferido.`, next);
  expect(await shown(next)).toMatchObject({ from: '2022-04-09', norm: { number: '4310' } });
  expect(await search('licença de feirante', '2026-01-01')).not.toContain('80 reais');

  await put(
    'outra.txt',
    'LEI Nº 5.000, DE 3 DE ABRIL DE 2023\n\nArt. 1º A praça tem bancos de madeira.',
    next,
  );
  expect(await shown(next)).toMatchObject({ norm: null, from: null, relations: [] });
  expect((await proposals(next)).map(({ kind }) => kind)).toEqual(['norm', 'starts', 'repeals']);
  expect(await search('licença de feirante', '2026-01-01')).toContain('80 reais');
});

test('R-DOC-62 a compiled text holds its wording since the amendment that its note names', async () => {
  const { put, proposals, decide, search } = await market();
  const compiled = await put(
    'compilada.txt',
    'LEI Nº 100, DE 2 DE MAIO DE 2001\n\nArt. 1º A feira abre às sextas.\n\nArt. 2º A banca paga 90 reais. (Redação dada pela Lei nº 300, de 4 de junho de 2010)\n\nArt. 3º O fiscal usa crachá.\n\nArt. 4º Esta lei entra em vigor na data de sua publicação.',
  );
  for (const proposal of await proposals(compiled)) expect((await decide(proposal)).status).toBe(200);
  expect(await search('quanto a banca paga', '2010-06-04')).toContain('90 reais');
  expect(await search('quanto a banca paga', '2010-06-03')).not.toContain('90 reais');
  expect(await search('quando a feira abre', '2005-01-01')).toContain('sextas');
});

test('R-DOC-60 switching validity on reads the documents that are there for clauses', async () => {
  const admin = await testServer.user({ role: 'admin' });
  const as = testServer.as(admin);
  const { body: made } = await as.post('/knowledge-bases', { name: 'Leis antigas' });
  const base: number = made.data.id;
  await ingestText(testServer.context.db, {
    ...{ knowledge_base_id: base, original_filename: 'a.txt', file_type: 'txt', file_size: 9 },
    text: OLD,
  });
  const count = async () =>
    (await as.get(`/knowledge-bases/${base}/validity/proposals`)).body.data.length as number;
  expect(await count()).toBe(0);
  await as.patch(`/knowledge-bases/${base}/settings`, { validity: true });
  await expect.poll(count).toBe(2);
});
