import { interfaceApi } from '#contract/interface.ts';
import type { AppContext } from '../../app-context.ts';
import { type Route, routes } from '../../http/routes.ts';
import { byCaller } from '../audit/record.ts';
import { changeInterface, shownInterface } from './interface-settings.ts';

export const interfaceRoutes = (context: AppContext): Route[] =>
  routes(interfaceApi, {
    read: () => shownInterface(context),
    change: ({ caller, body, meta }) => changeInterface(context, byCaller(caller, meta), body),
  });
