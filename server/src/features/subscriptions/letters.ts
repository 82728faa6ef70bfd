/** The letter about an allowance that runs out. */

import { composeEmail } from '../../adapters/mail/email-template.ts';
import type { Email } from '../../adapters/mail/mailer.ts';

export type Figures = { level: number; token_used: number; token_limit: number; renews_on: string };

export function usageLetter(to: { email: string }, figures: Figures, appUrl: string): Email {
  const { level, token_used, token_limit, renews_on } = figures;
  const isOver = level >= 100;
  const title = isOver ? 'Você atingiu o limite de tokens' : `Você já usou ${level}% dos seus tokens`;
  return composeEmail({
    to: to.email,
    subject: title,
    title,
    before: [
      'Olá.',
      `Neste ciclo você usou ${grouped(token_used)} dos ${grouped(token_limit)} tokens do seu plano.`,
    ],
    after: [
      isOver
        ? `Novas perguntas não são aceitas até a renovação, em ${renews_on}. Suas conversas continuam abertas para leitura.`
        : `O uso volta a zero na renovação, em ${renews_on}. Se chegar a 100%, novas perguntas não são aceitas até lá.`,
      'Se precisar de mais tokens, veja «Planos e Preços» no Prosa ou fale com o administrador.',
    ],
    appUrl,
  });
}

const grouped = (tokens: number) => new Intl.NumberFormat('pt-BR').format(tokens);
