/** `npm run bench -- <name> [options]` measures and prints figures. Without a name it runs the quick table. */
import { runNamed } from '../scripts/run-named.ts';

const [name = 'quick', ...options] = process.argv.slice(2);

await runNamed(
  'bench',
  {
    access: () => import('./installation/measure-access.ts'),
    backup: () => import('./backup.ts'),
    burst: () => import('./burst/measure-burst.ts'),
    conversation: () => import('./conversation.ts'),
    'conversation-files': () => import('./documents/conversation-files.ts'),
    datasource: () => import('./datasource.ts'),
    documents: () => import('./documents/measure-documents.ts'),
    exports: () => import('./installation/measure-exports.ts'),
    figures: () => import('./figures/figure-times.ts'),
    fusion: () => import('./retrieval/fusion.ts'),
    guard: () => import('./guard.ts'),
    ingestion: () => import('./ingestion.ts'),
    lists: () => import('./lists.ts'),
    models: () => import('./models/measure-models.ts'),
    partitions: () => import('./partitions/measure-partitions.ts'),
    quick: () => import('./quick.ts'),
    recognition: () => import('./recognition/measure-recognition.ts'),
    render: () => import('./render.ts'),
    retrieval: () => import('./retrieval.ts'),
    stats: () => import('./stats.ts'),
    tables: () => import('./tables.ts'),
    trust: () => import('./trust/measure-trust.ts'),
    validity: () => import('./validity/measure-validity.ts'),
  },
  [name, ...options],
);
