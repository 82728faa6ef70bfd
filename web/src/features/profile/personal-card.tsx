import type { User } from '#contract/users.ts';
import { formatPhone } from '../../lib/format.ts';
import { Field } from '../../ui/controls/field.tsx';
import { TextArea } from '../../ui/controls/text-area.tsx';
import { Badge } from '../../ui/display/badge.tsx';
import { Card } from '../../ui/display/card.tsx';
import { texts as all } from './texts.ts';

const texts = all.personal;

export function PersonalCard({ user }: { user: User }) {
  return (
    <Card title={texts.title}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={texts.name} value={user.name} readOnly />
        <Field label={texts.email} value={user.email} readOnly />
        <Field label={texts.phone} value={user.phone ? formatPhone(user.phone) : texts.noPhone} readOnly />
        <div className="sm:col-span-2">
          <TextArea
            label={texts.preferences}
            aside={<Badge tone="warn">{texts.soon}</Badge>}
            hint={texts.preferencesHint}
            disabled
            rows={3}
          />
        </div>
      </div>
    </Card>
  );
}
