/** How people enter this installation; for superadmins. */
import { useTitle } from '../../lib/title.ts';
import { HeaderTitle } from '../../ui/page/header-slot.tsx';
import { Page } from '../../ui/page/page.tsx';
import { SecondFactorPolicy } from './second-factor-policy.tsx';
import { texts } from './texts.ts';

export function AccessScreen() {
  useTitle(texts.tab);
  return (
    <Page title={texts.tab} line={texts.line} width="narrow">
      <HeaderTitle>{texts.tab}</HeaderTitle>
      <SecondFactorPolicy />
    </Page>
  );
}
