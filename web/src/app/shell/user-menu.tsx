import { CreditCard, LogOut, Monitor, Moon, ShieldCheck, Sun, UserRound } from 'lucide-react';
import { Link } from 'react-router';
import { isAdmin } from '../../features/session/role.ts';
import { signOut } from '../../features/session/sign-out.ts';
import { useMe } from '../../features/session/use-me.tsx';
import { paths } from '../../lib/paths.ts';
import { chooseTheme, useThemeChoice } from '../../lib/theme.ts';
import { PersonAvatar } from '../../ui/avatar.tsx';
import { Menu, MenuChoice, MenuItem, MenuLink, MenuSeparator } from '../../ui/menu.tsx';
import { texts } from '../texts.ts';

const themes = [
  { value: 'light', label: texts.themes.light, icon: <Sun /> },
  { value: 'dark', label: texts.themes.dark, icon: <Moon /> },
  { value: 'system', label: texts.themes.system, icon: <Monitor /> },
] as const;

export function UserMenu() {
  const user = useMe();
  const theme = useThemeChoice();
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={texts.account(user.name)}
          title={user.name}
          className="grid size-10 shrink-0 place-items-center rounded-full hover:bg-sunken phone:size-11"
        >
          <PersonAvatar name={user.name} />
        </button>
      }
    >
      <div className="px-2.5 pt-1.5 pb-2">
        <p className="truncate text-control font-medium">{user.name}</p>
        <p className="truncate text-small text-ink-3">{user.email}</p>
      </div>
      <MenuSeparator />
      <MenuLink>
        <Link to={paths.profile}>
          <UserRound /> {texts.profile}
        </Link>
      </MenuLink>
      <MenuLink>
        <Link to={paths.subscription}>
          <CreditCard /> {texts.subscription}
        </Link>
      </MenuLink>
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
      <MenuItem icon={<LogOut />} onSelect={signOut}>
        {texts.signOut}
      </MenuItem>
    </Menu>
  );
}
