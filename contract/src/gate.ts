/** Whether a change of a deployed agent waits for its checks: never, never but with a word of warning, or always. */
export const DEPLOY_GATES = ['free', 'warn', 'require'] as const;
export type DeployGate = (typeof DEPLOY_GATES)[number];
