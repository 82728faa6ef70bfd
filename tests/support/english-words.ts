/** Frequent English words, and those of the specification's administration, that are no Portuguese words. */
export const ENGLISH = new Set(
  `about above access across add added adding address advanced after again against agent agents all allow allowed
  already also always an and another answer answered answers any anything appear apply approve are around ask asked
  asking associate associated at available average away back be because been before begin being below best better
  between both browser but button by called can cannot change changed changes check checked checks choose chosen city
  clean clear click close closed columns compiled complete configuration configured confirm connected
  connection contains content copied copy could count create created creating creation current custom danger dashboard
  database databases date day days default delete deleted deleting deploy deployed deploying described description
  details did different disable disabled dismiss does doing done down download draft drop duplicate during each
  edit editing either else empty enable enabled end enough error even every everyone everything exact exactly
  example exclude export extracting extraction failed failure false few field fields file files fill filled filter
  filtered filters find finished first fixed folder found from full further gave get give given go goal going gone
  good got great group groups guided had has have having he help her here hidden high higher him his history holds
  hour hours how however identity if import imported in include included indexing input insert inside instead
  instructions into is it items its itself just keep kept key keys kind knowledge known language large larger
  last later least leave left length less let letters like line linked list loaded load loading long longer look
  low lower made main make manage mapping many matched matching maximum may maybe me meaning means message messages
  might minimum missing model models month more most much must my name named names near need needed never new newer newest next
  night nobody none not nothing now number numbers of off often old older on once one only open opened opening order
  other others our out output over own owner page pages parameter parameters part password pattern paused
  people per perhaps person pick place please previous price pricing profile provider providers published purpose
  query question questions queued quickly rather read reading ready reason received recent recommended refresh
  registered relational remove removed removing rename replace required reset response restore result results retired
  return review right row rows rule rules run running runs same save saved saving say schedule score search searches
  second section sections security see selected send sensitive sent set settings several she should show showing
  shown sign since size skip small so someone something soon source sources stands start started state stay
  step steps still stop storage stored style such sure switch system table take taken target task tell temperature
  terminology test testing than that the their them then there these they thing things this those though three through
  to today tomorrow too top trace tried true try two type typed types uncheck under understood
  undone unknown unless unsaved until untitled up update updated upload uploaded uploading upon used user users using
  usually value values version versions very view viewer visible wait waiting want was way we week weeks well went
  were what when where whether which while who whole whom whose why will with within without word words work working
  works would write written wrong year years yes yesterday yet you your yours`
    .split(/\s+/)
    .filter(Boolean),
);
