/** Words on documents that the specification has in English; all others are Portuguese in the mixture. */
import type { Same } from '../../lib/text/same.ts';
import { en } from './texts-document-names-en.ts';

const mixed = {
  none: 'No documents uploaded yet',
  noneLine: 'Upload your first document to get started',
  upload: 'Upload Document',
  queued: 'Queued',
  extracting: 'Extracting',
  indexing: 'Indexing',
  ready: 'Ready',
  failed: 'Failed',
  remove: 'Delete',
  removeOne: (name: string) => `Delete ${name}`,
  removing: 'Deleting...',
  cancel: 'Cancel',
  confirmRemove: 'Are you sure you want to delete this document? This action cannot be undone.',
} as const;

const pt: Same<typeof mixed> = {
  none: 'Nenhum documento enviado ainda',
  noneLine: 'Envie o primeiro documento para começar',
  upload: 'Enviar documento',
  queued: 'Na fila',
  extracting: 'Extraindo',
  indexing: 'Indexando',
  ready: 'Pronto',
  failed: 'Falhou',
  remove: 'Excluir',
  removeOne: (name) => `Excluir ${name}`,
  removing: 'Excluindo…',
  cancel: 'Cancelar',
  confirmRemove: 'Tem certeza que deseja excluir este documento? Esta ação não pode ser desfeita.',
};

export const names: Same<typeof mixed, typeof pt, typeof en> =
  __LANGUAGE__ === 'en' ? en : __LANGUAGE__ === 'pt-BR' ? pt : mixed;
