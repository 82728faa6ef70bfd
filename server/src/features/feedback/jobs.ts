import type { Letter } from '../../adapters/mail/mailer.ts';
import type { JobBodies } from '../../adapters/queue.ts';
import type { AppContext } from '../../app-context.ts';
import { findFeedback } from './store.ts';

type Shown = NonNullable<Awaited<ReturnType<typeof findFeedback>>>;

export const feedbackJobs = ({ db, mailer, env }: AppContext): Pick<JobBodies, 'feedback.letter'> => ({
  async 'feedback.letter'({ feedback_id }) {
    const found = await findFeedback(db, feedback_id);
    // Erased with its sender, or nobody is to be written to any more.
    if (!found || !env.FEEDBACK_EMAIL) return;
    await mailer.send(feedbackLetter(env.FEEDBACK_EMAIL, found, env.APP_URL));
  },
});

/** Nothing that somebody typed reaches the subject. */
export function feedbackLetter(to: string, { user, message, ...rest }: Shown, appUrl: string): Letter {
  const from = [rest.name ?? user?.name, rest.email ?? user?.email].filter(Boolean).join(', ');
  return {
    to,
    subject: 'Novo feedback no Prosa',
    title: 'Novo feedback',
    before: [`De: ${from || 'conta excluída'}`, ...message.split(/\n+/)],
    after: [
      ...(rest.page ? [`Enviado da página ${rest.page}`] : []),
      ...(rest.has_screenshot ? ['Há uma imagem com este feedback: ela está no Prosa.'] : []),
    ],
    appUrl,
  };
}
