import { CreditCard, LogOut, Monitor, Moon, ShieldCheck, Sun, UserRound } from 'lucide-react';
import { type ComponentProps, type ComponentType, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { knownHosts } from '../../api/hosts.ts';
import { LanguageInMenu } from '../../features/profile/language/language-in-menu.tsx';
import { isAdmin } from '../../features/session/role.ts';
import { signOut } from '../../features/session/sign-out.ts';
import { useMe } from '../../features/session/use-me.tsx';
import { chooseTheme, useThemeChoice } from '../../lib/browser/theme.ts';
import { paths } from '../../lib/paths.ts';
import { Menu, MenuChoice, MenuItem, MenuLink, MenuSeparator } from '../../ui/dialogs/menu.tsx';
import { texts } from '../texts.ts';

const themes = [
  { value: 'light', label: texts.themes.light, icon: <Sun /> },
  { value: 'dark', label: texts.themes.dark, icon: <Moon /> },
  { value: 'system', label: texts.themes.system, icon: <Monitor /> },
] as const;

/** The input that pressed the placeholder button before the menu was loaded. */
export type PressedBy = 'pointer' | 'keyboard';

type UserMenuProps = {
  /** The button in the corner, the same before and after loading. */
  button: ComponentType<ComponentProps<'button'>>;
  pressedBy: PressedBy;
};

/** Loaded with the first press, which it replays: it opens by itself once. */
export function UserMenu({ button: Button, pressedBy }: UserMenuProps) {
  const user = useMe();
  const theme = useThemeChoice();
  const trigger = useRef<HTMLButtonElement>(null);
  const answered = useRef(false);
  useEffect(() => {
    if (answered.current) return;
    answered.current = true;
    // Replays the press: opened by the keyboard the first entry is focused, by the pointer none.
    const press =
      pressedBy === 'keyboard'
        ? new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })
        : new PointerEvent('pointerdown', { button: 0, bubbles: true });
    trigger.current?.dispatchEvent(press);
  }, [pressedBy]);
  return (
    <Menu trigger={<Button ref={trigger} />}>
      <div className="px-2.5 pt-1.5 pb-2">
        <p title={user.name} className="truncate text-control font-medium">
          {user.name}
        </p>
        <p title={user.email} className="truncate text-small text-ink-3">
          {user.email}
        </p>
      </div>
      <MenuSeparator />
      <MenuLink>
        <Link to={paths.profile}>
          <UserRound /> {texts.profile}
        </Link>
      </MenuLink>
      {knownHosts().payments !== 'none' && (
        <MenuLink>
          <Link to={paths.subscription}>
            <CreditCard /> {texts.subscription}
          </Link>
        </MenuLink>
      )}
      {isAdmin(user) && (
        <MenuLink>
          <Link to={paths.admin}>
            <ShieldCheck /> {texts.administration}
          </Link>
        </MenuLink>
      )}
      <MenuSeparator />
      <MenuChoice label={texts.theme} value={theme} options={themes} onChange={chooseTheme} />
      <MenuSeparator />
      <LanguageInMenu user={user} />
      <MenuSeparator />
      <MenuItem icon={<LogOut />} onSelect={signOut}>
        {texts.signOut}
      </MenuItem>
    </Menu>
  );
}
