/** Words on documents that the specification has in English; all others are Portuguese in every mixture of languages. */
import type { Same } from '../../lib/text/same.ts';

const english = {
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

const portuguese: Same<typeof english> = {
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

export const names: Same<typeof english> = __LANGUAGE__ === 'pt-BR' ? portuguese : english;
