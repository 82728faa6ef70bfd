import { useTitle } from '../../lib/title.ts';
import { HeaderTitle } from '../../ui/header-slot.tsx';
import { Page } from '../../ui/page.tsx';
import { texts } from '../texts.ts';

export function AdminSettings() {
  useTitle(texts.admin.settings);
  return (
    <Page title={texts.settingsSoon}>
      <HeaderTitle>{texts.admin.settings}</HeaderTitle>
    </Page>
  );
}
