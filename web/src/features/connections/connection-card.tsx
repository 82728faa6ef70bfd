import { useState } from 'react';
import { type Connection, type ConnectionTest, connectionsApi } from '#contract/connections.ts';
import { call } from '../../api/client.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTask } from '../../lib/use-task.ts';
import { classes } from '../../ui/classes.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Badge } from '../../ui/display/badge.tsx';
import { cardLook } from '../../ui/display/card.tsx';
import { Fact } from '../../ui/display/fact.tsx';
import { TestResult } from './test-result.tsx';
import { serverNames, texts, tlsWords } from './texts.ts';

type ConnectionCardProps = { connection: Connection; onEdit: () => void; onRemove: () => void };

export function ConnectionCard({ connection, onEdit, onRemove }: ConnectionCardProps) {
  const { id, name, kind, settings, data_sources } = connection;
  const [tested, setTested] = useState<ConnectionTest | null>(null);
  const test = useTask(async () => {
    setTested(await call(connectionsApi.test, { params: { id } }));
  });
  return (
    <li className={classes(cardLook, 'flex flex-col p-[18px]')}>
      <div className="flex items-start justify-between gap-3">
        <h2 className="font-sans text-body font-semibold tracking-normal wrap-anywhere">{name}</h2>
        <Badge tone="neutral">{serverNames[kind]}</Badge>
      </div>
      <dl className="mt-3 grid gap-2.5 text-control">
        {settings ? (
          <>
            <Fact name={texts.server}>{`${settings.host}:${settings.port}`}</Fact>
            <Fact name={texts.database}>{settings.database}</Fact>
            <Fact name={texts.user}>
              {settings.user}
              {settings.password === 'unreadable' && (
                <span className="block text-danger">{texts.passwordUnreadable}</span>
              )}
            </Fact>
            <Fact name={texts.tls}>{tlsWords[settings.tls]}</Fact>
          </>
        ) : (
          <Fact name={texts.server}>{texts.fixed}</Fact>
        )}
        <Fact name={texts.sources}>{formatNumber(data_sources ?? 0)}</Fact>
      </dl>
      {settings && (
        <>
          <div className="mt-auto flex flex-wrap gap-2 pt-4">
            <Button size="small" aria-label={texts.testOf(name)} busy={test.busy} onClick={test.run}>
              {test.busy ? texts.testing : texts.test}
            </Button>
            <Button size="small" aria-label={texts.editOf(name)} onClick={onEdit}>
              {texts.edit}
            </Button>
            <Button size="small" variant="ghost" aria-label={texts.removeOf(name)} onClick={onRemove}>
              {texts.remove}
            </Button>
          </div>
          <div className="mt-3 empty:hidden">
            <TestResult tested={tested} failure={test.failure} />
          </div>
        </>
      )}
    </li>
  );
}
