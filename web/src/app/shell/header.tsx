import { Menu as MenuIcon, PanelLeft } from 'lucide-react';
import { type ComponentProps, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useMe } from '../../features/session/use-me.tsx';
import { fetched } from '../../lib/fetched.tsx';
import { paths } from '../../lib/paths.ts';
import { classes } from '../../ui/classes.ts';
import { IconButton } from '../../ui/controls/button.tsx';
import { PersonAvatar } from '../../ui/display/avatar.tsx';
import { Brandmark } from '../../ui/display/brandmark.tsx';
import { HeaderOutlet } from '../../ui/page/header-slot.tsx';
import { texts } from '../texts.ts';
import { FeedbackButton } from './feedback-button.tsx';
import type { PressedBy } from './user-menu.tsx';

// A menu is a tenth of what a first visit downloads, and most visits never open this one.
const menu = fetched(async () => (await import('./user-menu.tsx')).UserMenu);
const UserMenu = menu.Component;

type HeaderProps = {
  open: boolean;
  mobile: boolean;
  /** Id of the sidebar that the toggle opens. */
  sidebarId: string;
  onToggle: () => void;
};

export function Header({ open, mobile, sidebarId, onToggle }: HeaderProps) {
  const beside = open && !mobile;
  return (
    <header className="col-span-full flex min-w-0 items-center gap-2.5 border-b border-line pr-4 phone:gap-1 phone:px-1">
      {/* Beside an open sidebar the logo stands on the sidebar's ground, over the header's lower line. */}
      <div
        className={classes(
          'flex items-center',
          beside && '-mb-px h-[56px] w-[268px] shrink-0 border-r border-line bg-sunken px-[18px]',
        )}
      >
        <Link
          to={paths.chat}
          aria-label={texts.home}
          className="flex items-center rounded-control phone:h-11 phone:px-[11px]"
        >
          <Brandmark bare={mobile} />
        </Link>
      </div>
      <IconButton
        label={open ? texts.closeSidebar : texts.openSidebar}
        aria-expanded={open}
        aria-controls={open ? sidebarId : undefined}
        onClick={onToggle}
        className={classes(beside ? 'ml-2.5' : 'order-first', !mobile && !beside && 'ml-3.5')}
      >
        {mobile ? <MenuIcon /> : <PanelLeft />}
      </IconButton>
      <HeaderOutlet className="flex min-w-0 flex-1 items-center gap-2.5 phone:gap-1" />
      <FeedbackButton />
      <UserCorner />
    </header>
  );
}

/** A button that becomes a menu when it is pressed; what the menu needs is fetched when a press is near. */
function UserCorner() {
  const [pressedBy, setPressedBy] = useState<PressedBy>();
  if (pressedBy)
    return (
      <Suspense fallback={<UserButton aria-busy />}>
        <UserMenu pressedBy={pressedBy} button={UserButton} />
      </Suspense>
    );
  // Failing says nothing yet: the press itself fetches again.
  const fetchAhead = () => void menu.fetch().catch(() => undefined);
  return (
    <UserButton
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
      onClick={({ detail }) => setPressedBy(detail === 0 ? 'keyboard' : 'pointer')}
    />
  );
}

function UserButton(props: ComponentProps<'button'>) {
  const { name } = useMe();
  return (
    <button
      type="button"
      aria-label={texts.account(name)}
      title={name}
      className="grid size-10 shrink-0 place-items-center rounded-full hover:bg-sunken phone:size-11"
      {...props}
    >
      <PersonAvatar name={name} />
    </button>
  );
}
