/** Worker thread that writes one file: an `ExportDocument` in, its bytes out. The writers are loaded here alone. */
import { parentPort, workerData } from 'node:worker_threads';
import { addEntities } from '#contract/markdown/entities.ts';
import { RARE_ENTITIES } from '#contract/markdown/rare-entities.ts';
import type { FileTask } from './write-file.ts';

const { format, document } = workerData as FileTask;
addEntities(RARE_ENTITIES);
const write =
  format === 'pdf' ? (await import('./pdf/pdf-file.ts')).pdfFile : (await import('./docx-file.ts')).docxFile;
parentPort?.postMessage(await write(document));
