import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../api/error-message.ts';
import { useTitle } from '../../lib/title.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { HeaderTitle } from '../../ui/page/header-slot.tsx';
import { Page } from '../../ui/page/page.tsx';
import { needsSecondFactor } from '../session/held-up.ts';
import { me } from '../session/queries.ts';
import { useMe } from '../session/use-me.tsx';
import { MyPurchases } from '../subscriptions/purchases/my-purchases.tsx';
import { AccessKeys } from './access-keys/access-keys.tsx';
import { Appearance } from './appearance.tsx';
import { LanguageChoice } from './language/language-choice.tsx';
import { LinkedAccounts } from './linked-accounts/linked-accounts.tsx';
import { MyData } from './my-data/my-data.tsx';
import { PasswordCard } from './password-card.tsx';
import { PersonalCard } from './personal-card.tsx';
import { Receipts } from './receipts/receipts.tsx';
import { SessionLinks } from './receipts/session-links.tsx';
import { SecondFactor } from './second-factor/second-factor.tsx';
import { texts as factorTexts } from './second-factor/texts.ts';
import { SignIns } from './sign-ins.tsx';
import { texts } from './texts.ts';
import { UsageCard } from './usage/cycle-card.tsx';

export function ProfileScreen() {
  useTitle(texts.tab);
  const user = useMe();
  // With a temporary password there is one thing to do here; it stays on top until the screen is left.
  const [passwordFirst] = useState(user.must_change_password === true);
  // The figures are why one comes here: they are asked for anew on every visit.
  const fresh = useQuery({ ...me(), refetchOnMount: 'always' });
  if (needsSecondFactor(user) && !user.must_change_password)
    return (
      <Page title={texts.title} width="narrow">
        <HeaderTitle>{texts.title}</HeaderTitle>
        <Alert tone="warn" title={factorTexts.first} />
        <SecondFactor />
      </Page>
    );
  return (
    <Page title={texts.title} width="narrow">
      <HeaderTitle>{texts.title}</HeaderTitle>
      {user.must_change_password && <Alert tone="warn" title={texts.temporary} />}
      {fresh.isError && (
        <Alert
          title={texts.loadFailed}
          line={messageOf(fresh.error, texts.loadContext)}
          onRetry={() => void fresh.refetch()}
          retrying={fresh.isFetching}
        />
      )}
      {passwordFirst && <PasswordCard recovering={user.must_change_password === true} />}
      <PersonalCard user={user} />
      <UsageCard user={user} />
      {!user.must_change_password && <MyPurchases />}
      {!passwordFirst && <PasswordCard recovering={false} />}
      {!user.must_change_password && (
        <>
          <SecondFactor />
          <LinkedAccounts />
        </>
      )}
      <Appearance />
      {!user.must_change_password && (
        <>
          <LanguageChoice user={user} />
          <SignIns />
          <AccessKeys />
          <Receipts />
          <SessionLinks />
          <MyData user={user} />
        </>
      )}
    </Page>
  );
}
