/**
 * The second sample of the content database: an invented public library in English, spread over four tables, for trying a
 * data source on joins, dates and rows of another language.
 */
type Author = { id: number; name: string; country: string };
type Branch = { id: number; name: string; city: string };
type Book = {
  id: number;
  author_id: number;
  title: string;
  subject: string;
  published: number;
  summary: string;
};
type Loan = {
  id: number;
  book_id: number;
  branch_id: number;
  member_no: string;
  /** YYYY-MM-DD, like all days here. */
  loaned_on: string;
  due_on: string;
  returned_on: string | null;
  status: 'On loan' | 'Overdue' | 'Returned';
};
export type Library = { authors: Author[]; branches: Branch[]; books: Book[]; loans: Loan[] };

const AUTHORS: [string, string][] = [
  ['Nora Whitfield', 'Ireland'],
  ['Samuel Adeyemi', 'Nigeria'],
  ['Ingrid Solberg', 'Norway'],
  ['Rafael Montejo', 'Mexico'],
  ['Priya Raghunath', 'India'],
  ['Thomas Greer', 'Scotland'],
  ['Yuki Hanamura', 'Japan'],
  ['Claire Beaumont', 'France'],
  ['Mateus Andrade', 'Brazil'],
  ['Hannah Lindqvist', 'Sweden'],
];

const BRANCHES: [string, string][] = [
  ['Harbour Branch', 'Port Ellis'],
  ['Old Mill Branch', 'Port Ellis'],
  ['Northgate Branch', 'Ashford'],
  ['University Branch', 'Ashford'],
  ['Riverside Branch', 'Kelso'],
];

/** Author, title, subject, year, summary. */
const BOOKS: [number, string, string, number, string][] = [
  [
    1,
    'The Salt Atlas',
    'Geography',
    1998,
    'A history of salt roads, harbours and the maps that merchants drew.',
  ],
  [1, 'Letters from the Lighthouse', 'Fiction', 2004, 'A keeper writes to a daughter she has never met.'],
  [
    1,
    'Tides and Timetables',
    'Geography',
    2011,
    'How railways reached the coast and changed the fishing towns.',
  ],
  [2, 'The Weaver’s Ledger', 'Fiction', 2009, 'A cloth merchant in Lagos keeps two sets of books.'],
  [2, 'Rivers of Bronze', 'Art', 2015, 'Bronze casting in West Africa, from workshop to museum.'],
  [2, 'Cooking for a Crowd', 'Cooking', 2018, 'Feasts for fifty, with stews, rice and smoked fish.'],
  [
    3,
    'A Field Guide to Snow',
    'Nature',
    2001,
    'Crystals, crusts and drifts, and what they say about the weather.',
  ],
  [3, 'The Reindeer Year', 'Nature', 2013, 'Twelve months with a herd north of the tree line.'],
  [3, 'Knitting the Fjord', 'Crafts', 2019, 'Patterns of fishermen’s sweaters and the families behind them.'],
  [4, 'Maize and Memory', 'History', 2007, 'What a grain remembers about empires, markets and kitchens.'],
  [4, 'The Copper Balcony', 'Fiction', 2012, 'Three sisters inherit a boarding house and its debts.'],
  [4, 'Bread before Dawn', 'Cooking', 2020, 'Sourdough, corn bread and the working hours of bakers.'],
  [5, 'Monsoon Arithmetic', 'Science', 2010, 'How rainfall is measured, modelled and mistaken.'],
  [5, 'The Stepwell Architects', 'Art', 2016, 'Water, stone and shade in the stepwells of Gujarat.'],
  [5, 'Spices in Small Kitchens', 'Cooking', 2017, 'Forty recipes that need one pan and six jars.'],
  [
    6,
    'Bridges for Beginners',
    'Science',
    1995,
    'Arches, trusses and cables, explained with string and paper.',
  ],
  [6, 'The Peat Cutter’s Almanac', 'Nature', 2003, 'Bogs, birds and weather through one working year.'],
  [6, 'Night Ferry to Islay', 'Fiction', 2014, 'A detective story in which nobody can leave the boat.'],
  [7, 'Gardens without Flowers', 'Art', 1999, 'Moss, gravel and borrowed views in temple gardens.'],
  [7, 'The Paper Carpenter', 'Crafts', 2008, 'Folding screens, lanterns and boxes made without glue.'],
  [7, 'Signals under the Sea', 'Science', 2021, 'Submarine cables and the people who mend them.'],
  [8, 'The Cheese Cellar', 'Cooking', 2002, 'Moulds, milk and patience in a mountain dairy.'],
  [8, 'Barricades and Ballads', 'History', 2006, 'Street songs of a century of uprisings.'],
  [8, 'A Thief in the Archive', 'Fiction', 2018, 'Someone is stealing maps, one page at a time.'],
  [9, 'Rubber and Rain', 'History', 2005, 'Boom towns of the Amazon and what became of them.'],
  [9, 'The Telegraph Clerk', 'Fiction', 2013, 'A clerk in Manaus changes one word of every message.'],
  [9, 'Birds of the Flooded Forest', 'Nature', 2019, 'A guide to two hundred species of the várzea.'],
  [10, 'Houses that Breathe', 'Science', 2012, 'Building with wood, clay and wool in a cold climate.'],
  [10, 'The Glassblower’s Apprentice', 'Fiction', 2016, 'A novel of furnaces, secrets and a flawed vase.'],
  [10, 'Winter Swimming', 'Nature', 2022, 'Why people cut holes in the ice, and how to begin.'],
];

/** Loans that examples and tests name: book, branch, member, day, and the day it came back. */
const BY_HAND: [number, number, string, string, string | null][] = [
  [1, 1, 'M-0107', '2026-09-28', null],
  [1, 3, 'M-0231', '2026-11-09', null],
  [13, 1, 'M-0107', '2026-08-03', '2026-08-20'],
  [7, 1, 'M-0342', '2026-11-12', null],
];

export const LOANS = 160;
const LOAN_DAYS = 21;
/** The day on which the library was counted: later ones do not change what is overdue. */
const COUNTED_ON = '2026-11-20';

export function sampleLibrary(): Library {
  const made = Array.from({ length: LOANS - BY_HAND.length }, (_, place) => loanAt(place));
  return {
    authors: AUTHORS.map(([name, country], place) => ({ id: place + 1, name, country })),
    branches: BRANCHES.map(([name, city], place) => ({ id: place + 1, name, city })),
    books: BOOKS.map(([author_id, title, subject, published, summary], place) => ({
      id: place + 1,
      author_id,
      title,
      subject,
      published,
      summary,
    })),
    loans: [...BY_HAND, ...made].map(([book_id, branch_id, member_no, loaned_on, returned_on], place) => {
      const due_on = dayAfter(loaned_on, LOAN_DAYS);
      const status = returned_on ? 'Returned' : due_on < COUNTED_ON ? 'Overdue' : 'On loan';
      return { id: place + 1, book_id, branch_id, member_no, loaned_on, due_on, returned_on, status };
    }),
  };
}

/** Spreads the loans with steps coprime to the list lengths, so that every entry is reached; never the first book. */
function loanAt(place: number): (typeof BY_HAND)[number] {
  const book_id = 2 + ((place * 11) % (BOOKS.length - 1));
  const branch_id = 1 + ((place * 3) % BRANCHES.length);
  const member_no = `M-${String(100 + ((place * 37) % 251)).padStart(4, '0')}`;
  const loaned_on = dayAfter('2026-05-01', (place * 83) % 200);
  const kept = 5 + ((place * 7) % 24);
  const back = dayAfter(loaned_on, kept);
  return [book_id, branch_id, member_no, loaned_on, back < COUNTED_ON && place % 9 !== 0 ? back : null];
}

function dayAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
