/** Asks before a plan is paid whose group lacks agents that the person can use now. */
import type { LostAgents } from '#contract/subscriptions.ts';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { texts as all } from '../texts.ts';

const texts = all.losing;

type ConfirmLossProps = {
  /** The name of the plan. */
  plan: string;
  lost: LostAgents | null;
  onConfirm: () => void;
  onCancel: () => void;
};

export const ConfirmLoss = ({ plan, lost, onConfirm, onCancel }: ConfirmLossProps) => (
  <Confirm
    open={lost !== null}
    text={texts.title(plan)}
    detail={lost && texts.detail(lost.user_group.name, namesOf(lost.agents))}
    confirmLabel={texts.confirm}
    variant="primary"
    onConfirm={onConfirm}
    onCancel={onCancel}
  />
);

const isEnglish = __LANGUAGE__ === 'en';
const names = new Intl.ListFormat(isEnglish ? 'en' : 'pt-BR', { type: 'conjunction' });
const quoted = (name: string) => (isEnglish ? `“${name}”` : `«${name}»`);
const namesOf = (agents: { name: string }[]) => names.format(agents.map(({ name }) => quoted(name)));
