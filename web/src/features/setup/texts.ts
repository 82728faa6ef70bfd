/** Texts of the first steps of an installation. */
import type { SetupStep } from '#contract/setup.ts';
import type { Same } from '../../lib/text/same.ts';
import { en } from './texts-en.ts';

type StepTexts = { title: string; action: string };

const pt = {
  title: 'Primeiros passos',
  progress: (done: number, all: number) => `${done} de ${all}`,
  steps: {
    model: { title: 'Escolher quem responde', action: 'Configurar um modelo' },
    knowledge: { title: 'Criar a primeira base e enviar um documento', action: 'Criar base' },
    agent: { title: 'Criar o primeiro agente', action: 'Criar agente' },
    openers: { title: 'Escrever perguntas de exemplo', action: 'Propor perguntas' },
    check: { title: 'Guardar uma verificação', action: 'Abrir verificações' },
    publish: { title: 'Publicar e liberar para um grupo', action: 'Publicar' },
    people: { title: 'Trazer a primeira pessoa', action: 'Convidar' },
  } satisfies Record<SetupStep, StepTexts>,
  lines: {
    model: 'Sem um modelo, os agentes respondem com trechos das fontes.',
    knowledge: 'Um documento pronto já pode ser achado.',
    agent: 'Um agente lê uma base ou uma fonte de dados.',
    openers: 'Aparecem para as pessoas antes da primeira pergunta.',
    check: 'Uma pergunta cuja resposta precisa continuar certa.',
    publish: 'Só quem está em um grupo com o agente o vê.',
    people: 'Convide pessoas, ou mande o endereço de cadastro a quem vai usar:',
  } satisfies Record<SetupStep, string>,
  stayLocal: 'Ficar no modo local',
  localChosen: 'Você escolheu ficar no modo local.',
  onlyHere: (port: string) =>
    `Este endereço só abre neste computador. Para colegas na mesma rede, pare o Prosa e inicie-o com HOST=0.0.0.0 e APP_URL com o endereço deste computador, por exemplo APP_URL=http://192.168.0.10${port && `:${port}`}. A Ajuda do Prosa conta os passos: «Como acessar o Prosa de outro computador?»`,
  copy: 'Copiar endereço',
  copied: 'Endereço copiado',
  copyFailed: 'O navegador não deixou copiar. Selecione o endereço e copie.',
  done: 'Feito',
  toDo: 'A fazer',
  ticked: (title: string) => `Feito: ${title}`,
  allDone: 'Tudo pronto.',
  dismiss: 'Dispensar',
  confirmDismiss: 'Dispensar os primeiros passos? Eles continuam em Configurações.',
  samples: {
    title: 'Agentes de exemplo',
    shown:
      'Todas as pessoas os veem. Quando houver agentes da organização, oculte-os: só administradores continuam a vê-los.',
    away: 'Estão ocultos: só administradores os veem.',
    put: 'Ocultar os exemplos',
    bring: 'Mostrar a todos de novo',
  },
  changeFailed: 'Falha ao alterar os primeiros passos',
  loadFailed: 'Falha ao carregar os primeiros passos',
  where: 'Os passos ficam em «Administração», no menu do canto.',
  finish: (done: number, all: number) => `Termine de preparar o Prosa: ${done} de ${all}.`,
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
