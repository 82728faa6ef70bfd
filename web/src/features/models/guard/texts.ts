import type { Same } from '../../../lib/text/same.ts';
import { en } from './texts-en.ts';

const pt = {
  rule: 'Padrão da instalação',
  ruleLine: 'Vale para todo agente sem regra própria, antes de um texto ir a um modelo fora da casa.',
  mode: 'O que fazer com dados pessoais',
  kinds: 'Tipos de dado',
  kindsMissing: 'Escolha ao menos um tipo de dado.',
  newLocal: 'Agentes novos não saem da casa',
  newLocalLine:
    'Um agente novo só usa modelos que processam nesta casa, até alguém mudar isso na página dele.',
  save: 'Salvar',
  cancel: 'Cancelar',
  saved: 'Regra salva.',
  saveFailed: 'A regra não foi salva',
  loadFailed: 'Falha ao carregar a regra de dados pessoais',

  figures: 'Últimos 30 dias',
  figuresLine: 'Quantos dados foram encontrados, por agente e tipo. Os valores não são guardados.',
  figuresFailed: 'Falha ao carregar as contagens',
  nothing: 'Nenhum dado pessoal foi encontrado.',
  agent: 'Agente',
  kind: 'Tipo',
  masked: 'Mascarados',
  blocked: 'Bloqueados',
  warned: 'Avisados',
  agentGone: 'Agente excluído',

  preview: 'Testar um texto',
  previewLine: 'Mostra o que sairia, com os tipos escolhidos acima. Nada é guardado.',
  previewText: 'Texto',
  previewButton: 'Testar',
  previewResult: 'Como sairia',
  previewEmpty: 'O texto com as marcas aparece aqui.',
  previewNothing: 'Nenhum dado pessoal encontrado.',
  previewFailed: 'O texto não foi testado',
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
