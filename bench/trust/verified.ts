/** An agent with as many verified answers as it may have, ten wordings each. */

import { findVerified } from '../../server/src/features/verified-answers/matching/find-verified.ts';
import { today } from '../../server/src/language/values/calendar.ts';
import { callApi } from '../models/call-api.ts';
import type { Figure } from '../quick/figure.ts';
import { at } from '../quick/statistics.ts';
import type { ServerProcess } from '../quick/test-server.ts';
import { bar, openCrowd } from './crowd.ts';

const ANSWERS = 500;
const ASKED = 200;
/** Not measured: the first ones load code and plans. */
const FIRST_ASKED = 20;
const BAR = { match_p95: 5, offer_p95: 30, answer_p95: 150 };
const DAY_MS = 86_400_000;

/** Each names a service of its own, so that no two match the same question. */
const SERVICES = [
  'certidão',
  'licença',
  'matrícula',
  'vistoria',
  'inscrição',
  'carteirinha',
  'taxa',
  'isenção',
  'poda',
  'multa',
];
const PLACES = [
  'da biblioteca',
  'do mercado',
  'da feira',
  'do cemitério',
  'da piscina',
  'do ginásio',
  'da creche',
  'do teatro',
  'do museu',
  'da marina',
];
const KINDS = ['infantil', 'rural', 'noturna', 'especial', 'anual'];

/** A question with one of these is similar to a verified one and matches none. */
const OTHER_THINGS = ['de estacionamento', 'de bicicleta', 'de servidor aposentado'];

const wordingsOf = (thing: string) => [
  `Qual é o prazo para pedir ${thing}?`,
  `Até quando posso pedir ${thing}?`,
  `Quantos dias tenho para pedir ${thing}?`,
  `Quando termina o prazo para pedir ${thing}?`,
  `Até que dia se pede ${thing}?`,
  `Em quantos dias devo pedir ${thing}?`,
  `Qual o último dia para pedir ${thing}?`,
  `Quanto tempo tenho para pedir ${thing}?`,
  `Que prazo existe para pedir ${thing}?`,
  `Qual é a data limite para pedir ${thing}?`,
];

export async function verifiedFigures(open: ServerProcess): Promise<Figure[]> {
  const { testServer, database } = open;
  const crowd = await openCrowd(open, 'sabido', ASKED);
  const things = SERVICES.flatMap((service) =>
    PLACES.flatMap((place) => KINDS.map((kind) => `${service} ${kind} ${place}`)),
  ).slice(0, ANSWERS);
  const review_on = today(new Date(Date.now() + 100 * DAY_MS));
  for (const [place, thing] of things.entries()) {
    const [question = '', ...wordings] = wordingsOf(thing);
    await callApi(testServer, 'POST', `/agents/${crowd.agent_id}/verified-answers`, {
      question,
      wordings,
      answer: `O prazo é de ${place + 1} dias.`,
      owner_label: 'Atendimento',
      review_on,
    });
  }
  const asked = Array.from({ length: ASKED }, (_, turn) => {
    const thing = things[(turn * 37) % things.length] as string;
    return wordingsOf(thing)[turn % 10] as string;
  });
  const day = today(new Date());
  const matching: number[] = [];
  /** By turns: on a machine that does other work, even a statement without any work takes as long as it is kept waiting. */
  const bare: number[] = [];
  let given = 0;
  for (const question of asked.slice(0, FIRST_ASKED))
    await findVerified(database.db, crowd.agent_id, question, day);
  for (const question of asked) {
    const first = performance.now();
    await database.db.execute('select 1');
    bare.push(performance.now() - first);
    const began = performance.now();
    const found = await findVerified(database.db, crowd.agent_id, question, day);
    matching.push(performance.now() - began);
    if (found?.verified) given += 1;
  }
  const offering: number[] = [];
  for (const [turn, question] of asked.entries()) {
    const similar = question.replace('?', ` ${OTHER_THINGS[turn % OTHER_THINGS.length]}?`);
    const began = performance.now();
    const found = await findVerified(database.db, crowd.agent_id, similar, day);
    offering.push(performance.now() - began);
    if (!found?.verified_near) throw new Error(`nothing is offered: ${similar}`);
  }
  const whole: number[] = [];
  for (const question of asked) {
    const { ms, text } = await crowd.ask(question);
    if (!text.includes('O prazo é de')) throw new Error(`not verified: ${question}\n${text.slice(0, 400)}`);
    whole.push(ms);
  }
  if (given < ASKED) throw new Error(`only ${given} of ${ASKED} wordings were matched`);
  const [match, offered, answer] = [at(matching, 0.95), at(offering, 0.95), at(whole, 0.95)];
  return [
    {
      id: 'reconhecer',
      what: `resposta verificada entre ${ANSWERS} de dez formas, p95`,
      value: match,
      unit: 'ms',
      reference: { what: 'consulta vazia, p95', value: at(bare, 0.95) },
      ...bar(match, BAR.match_p95),
    },
    {
      id: 'oferecer',
      what: 'a mais parecida entre as mesmas, que nenhuma pergunta casa, p95',
      value: offered,
      unit: 'ms',
      reference: { what: 'consulta vazia, p95', value: at(bare, 0.95) },
      ...bar(offered, BAR.offer_p95),
    },
    {
      id: 'verificada',
      what: 'resposta verificada inteira, da pergunta ao fim, p95',
      value: answer,
      unit: 'ms',
      reference: { what: 'mediana', value: at(whole, 0.5) },
      ...bar(answer, BAR.answer_p95),
    },
  ];
}
