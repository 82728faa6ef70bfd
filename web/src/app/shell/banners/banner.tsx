import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { NoticeLine, type NoticeTone, noticeLinkLook } from '../../../ui/page/notice-line.tsx';
import { texts } from './texts.ts';

type BannerProps = {
  tone: NoticeTone;
  children: ReactNode;
  action: { to: string; label: string };
  /** Without it the banner stays until its reason is gone. */
  onDismiss?: () => void;
};

export const Banner = ({ tone, children, action, onDismiss }: BannerProps) => (
  <NoticeLine
    tone={tone}
    dismissLabel={texts.dismiss}
    onDismiss={onDismiss}
    action={
      <Link to={action.to} className={noticeLinkLook}>
        {action.label}
      </Link>
    }
  >
    {children}
  </NoticeLine>
);
