/**
 * A conversation of 500 records as a PDF, from the call to its last byte, at a real process:
 * `npm run bench -- exports [--records N] [--rounds N]`. Ends with code 1 where the bar is missed.
 */
import { parseArgs } from 'node:util';
import { EXPORT_RECORDS_MAX } from '#contract/limits.ts';
import { messages } from '../../server/src/db/tables/chat.ts';
import { withDatabase } from '../../server/test/with-database.ts';
import { type Installation, openInstallation } from '../../trials/support/installation.ts';
import { isMissed, type Row, tableOf } from '../retrieval/table.ts';

const BAR_S = 5;
const SNIPPET = 'A senha temporária vale por trinta minutos e só pode ser usada uma vez.';

export async function run(options: string[]): Promise<object> {
  const { values } = parseArgs({
    args: options,
    options: {
      records: { type: 'string', default: String(EXPORT_RECORDS_MAX) },
      rounds: { type: 'string', default: '3' },
    },
  });
  const [records, rounds] = [Number(values.records), Number(values.rounds)];
  const seen = await withDatabase(async ({ address }) => {
    const installation = await openInstallation(address);
    try {
      return await measure(installation, records, rounds);
    } finally {
      await installation.close();
    }
  });
  const rows: Row[] = [
    { name: `PDF of ${records} records, slowest s`, figure: { value: seen.pdf_s, bar: BAR_S }, isTime: true },
    { name: 'Word document, s', figure: { value: seen.docx_s } },
    { name: 'Markdown, s', figure: { value: seen.md_s } },
  ];
  process.stderr.write(`${tableOf(rows)}\n`);
  if (rows.some(isMissed)) process.exitCode = 1;
  return { bench: 'exports', records, rounds, ...seen };
}

async function measure(installation: Installation, records: number, rounds: number) {
  const started = await installation.start();
  const person = await installation.person({ conversations: 1 });
  const [session_id = ''] = person.conversations;
  const made = Date.now();
  const written = Array.from({ length: records }, (_, n) => ({
    ...{ user_id: person.id, session_id, status: 'done' as const, model: 'local' },
    question: `Por quanto tempo vale a senha temporária, no caso ${n}?`,
    answer: answerOf(n),
    sources: [sourceOf(n)],
    created_at: new Date(made + n * 1_000),
  }));
  await installation.db.insert(messages).values(written);
  const times: Record<string, number[]> = { pdf: [], docx: [], md: [] };
  let bytes = 0;
  for (let round = 0; round < rounds; round += 1)
    for (const [format, seconds] of Object.entries(times)) {
      const began = performance.now();
      const path = `/api/v1/chat/sessions/${session_id}/export?format=${format}`;
      const response = await fetch(started.url + path, {
        headers: { authorization: `Bearer ${person.token}` },
      });
      const file = Buffer.from(await response.arrayBuffer());
      if (!response.ok) throw new Error(`${format}: ${response.status} ${file.toString().slice(0, 300)}`);
      seconds.push((performance.now() - began) / 1_000);
      if (format === 'pdf') bytes = file.length;
    }
  const slowest = (format: string) => Math.round(100 * Math.max(...(times[format] ?? []))) / 100;
  return { pdf_s: slowest('pdf'), docx_s: slowest('docx'), md_s: slowest('md'), pdf_bytes: bytes };
}

const answerOf = (n: number) => `Vale por **trinta minutos** [1] e só uma vez, como no caso ${n}.

1. Abra «Esqueci minha senha».
2. Digite o e-mail do cadastro.
   - Veja também a caixa de spam.

| Caso | Prazo em minutos |
|---|---:|
| ${n} | 30 |
| ${n + 1} | 15 |

Depois disso, ${'peça outra senha temporária ao administrador da sua unidade. '.repeat(6)}`;

const sourceOf = (n: number) => ({
  ...{ index: 1, kind: 'document' as const, title: 'conta-e-acesso.md', knowledge_base_id: 1 },
  ...{ document_id: 1, chunk_index: n, snippet: SNIPPET },
});
