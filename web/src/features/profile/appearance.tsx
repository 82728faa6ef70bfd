import { chooseTheme, useThemeChoice } from '../../lib/browser/theme.ts';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { SideSection } from './side-section.tsx';
import { texts as all } from './texts.ts';

const texts = all.appearance;

const THEMES = (['light', 'dark', 'system'] as const).map((value) => ({ value, label: texts.themes[value] }));

export function Appearance() {
  const theme = useThemeChoice();
  return (
    <SideSection
      title={texts.title}
      line={texts.line}
      aside={<Segmented label={texts.theme} value={theme} options={THEMES} onChange={chooseTheme} />}
    />
  );
}
