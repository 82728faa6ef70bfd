/** Into which file of the built app a module goes: few files for every screen, and nothing fetched before its time. */

type Info = { isEntry: boolean; importers: readonly string[]; dynamicImporters: readonly string[] };
type Graph = { getModuleInfo: (id: string) => Info | null };

const FRAMEWORK = /node_modules\/(react|react-dom|scheduler|react-router)\//;
/** The pages before the sign-in, and what every page begins with. */
const EARLY = /web\/(index\.html|src\/(main\.tsx|features\/auth\/[\w-]+-screen\.tsx))/;
/** Modules around every screen behind the sign-in. */
const AROUND = /web\/src\/app\/(guards|shell\/layout)\.tsx/;
/** The screens that most people never leave: they wait for nothing that only others share. */
const CHAT = /web\/src\/features\/(chat|conversation|agent-chooser)\//;

/** Screens that a person opens once: what they share with others decides nothing for these. */
const ONCE =
  /web\/src\/features\/(invitations\/accept-screen|receipts\/check-screen|auth\/sign-on\/(return-screen|confirm-screen|provider-buttons|network-account))\.tsx/;

/** A module that this many screens share is fetched once for all of them. */
const SHARED_BY = 4;

const known = new Map<string, Set<string>>();

/** The name of a module's file; null leaves it with those that use it. */
export function fileOf(id: string, graph: Graph): string | null {
  if (FRAMEWORK.test(id)) return 'frame';
  // All modules of a package are reached through its entry: only the bundler knows which of them a screen needs.
  if (id.includes('/node_modules/')) return null;
  const roots = [...rootsOf(id, graph)].filter((root) => !ONCE.test(root));
  if (roots.some((root) => EARLY.test(root))) return roots.length >= SHARED_BY ? 'kit' : null;
  // Apart from its own packages, which the bundler leaves with it, what one of them brings would import them back:
  // a circle of files, in which an icon may be undefined when a list of icons is made.
  if (roots.some((root) => AROUND.test(root))) return roots.length > 1 ? 'signed-in' : null;
  if (roots.some((root) => CHAT.test(root))) return null;
  return roots.length >= SHARED_BY ? 'screens' : null;
}

/** The modules that are fetched by themselves and bring this one along. */
function rootsOf(id: string, graph: Graph): Set<string> {
  const seen = known.get(id);
  if (seen) return seen;
  const roots = new Set<string>();
  const visited = new Set<string>();
  const visit = (each: string) => {
    if (visited.has(each)) return;
    visited.add(each);
    const info = graph.getModuleInfo(each);
    if (!info) return;
    if (info.isEntry || info.dynamicImporters.length > 0) roots.add(each);
    for (const importer of info.importers) visit(importer);
  };
  visit(id);
  known.set(id, roots);
  return roots;
}
