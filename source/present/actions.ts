/**
 * The actions of an operator, a row each: its keys, where they hold, and its words. Help, footer, palette, `keys` of the
 * configuration and the page of the keys are made from the rows. What each does is in `actions.ts` of its view below
 * `source/screen/views/`, or for several views in `source/screen/keys/actions.ts`.
 */
import type {OperationType} from '../model/wire.ts';

/** The views, in the order of their number keys. */
export const viewNames = [
	'campaigns',
	'campaign',
	'lists',
	'search',
	'settings',
	'accounts',
	'alerts',
	'log',
	'complaint',
] as const;
export type View = (typeof viewNames)[number];

/** Keys and the views in which they hold; by default they hold in every view. */
export type Keys = {
	/** By the names of the terminal's decoder. */
	keys: readonly string[];
	views?: readonly View[];
	/** True if they hold only while the past is on screen, and override what they mean at other times. */
	inPast?: true;
};

/** The row of an action. */
export type ActionRow = Keys & {
	/** Further keys, which hold in fewer views. */
	also?: Required<Pick<Keys, 'keys' | 'views'>>;
	/** Its section of the help. */
	group: 'control' | 'look' | 'past' | 'move' | 'program';
	/** For the help and the palette: what it does. */
	label: string;
	/** For the footer: a word or two. An action without one is not hinted at. */
	hint?: string;
	/** True if its hint is always at the right end of the footer. */
	pinned?: boolean;
	/** True if its keys work over an answer too; an open sheet keeps all other keys from the view below it. */
	overAnswer?: boolean;
	/** The operations of the catalogue that it may send; what it asks of the operator follows from their effect. */
	operations?: readonly OperationType[];
	/** True if it acts on the present without sending anything. Such actions, and those that may send, do not run while the past is on screen. */
	ofPresent?: true;
	/** True if it prepares or drops what another action sends: it runs where that may. */
	prepares?: true;
};

/** The table, in the order of the help. Lower-case letters and punctuation never write; a capital letter starts a write. */
const rows = {
	up: {keys: ['up', 'k'], group: 'move', label: 'up'},
	down: {keys: ['down', 'j'], group: 'move', label: 'down'},
	top: {keys: ['g', 'home'], group: 'move', label: 'first'},
	bottom: {keys: ['G', 'end'], group: 'move', label: 'last'},
	pageUp: {keys: ['pageup'], group: 'move', label: 'a page up'},
	pageDown: {keys: ['pagedown'], group: 'move', label: 'a page down'},
	halfUp: {keys: ['ctrl-u'], group: 'move', label: 'half a page up'},
	halfDown: {keys: ['ctrl-d'], group: 'move', label: 'half a page down'},
	columnsLeft: {keys: ['left'], group: 'move', label: 'scroll the columns back'},
	columnsRight: {
		keys: ['right'],
		group: 'move',
		label: 'scroll to the columns that do not fit; state, name and id stay',
	},
	playOrPause: {
		keys: ['P'],
		views: ['campaigns', 'campaign'],
		group: 'control',
		label: 'play or pause the selected campaign, or the marked ones (y/N)',
		hint: 'play/pause',
		operations: ['play_campaign', 'pause_campaign'],
	},
	stop: {
		keys: ['S'],
		views: ['campaigns', 'campaign'],
		group: 'control',
		label: 'stop the selected campaign, or the marked ones (its name is typed)',
		hint: 'stop',
		operations: ['stop_campaign'],
	},
	pauseAll: {
		keys: ['H'],
		group: 'control',
		label: 'halt: pause everything that dials, also what a filter hides (y/N)',
		hint: 'halt',
		operations: ['pause_campaign'],
	},
	levelUp: {
		keys: ['+'],
		views: ['campaigns', 'campaign'],
		group: 'control',
		label: 'stage the level of the selected campaign 0.1 higher',
		hint: 'level',
		prepares: true,
	},
	levelDown: {
		keys: ['-'],
		views: ['campaigns', 'campaign'],
		group: 'control',
		label: 'stage the level of the selected campaign 0.1 lower',
		prepares: true,
	},
	dropLevel: {
		keys: ['x'],
		views: ['campaigns', 'campaign'],
		group: 'look',
		label: 'discard the staged level or drop limit of the selected campaign',
		prepares: true,
	},
	forecast: {
		keys: ['f'],
		views: ['campaigns', 'campaign', 'settings'],
		group: 'look',
		label: 'what if: estimate what another level or number of agents would do',
		hint: 'what if',
		ofPresent: true,
	},
	editSettings: {
		keys: ['E'],
		views: ['campaigns', 'campaign'],
		group: 'control',
		label: 'send the staged level or drop limit (y/N); where none is staged, the settings',
		hint: 'settings',
		operations: ['update_campaign'],
	},
	testCall: {
		keys: ['T'],
		views: ['campaigns', 'campaign'],
		group: 'control',
		label: 'place one test call with the settings of the selected campaign (the number is typed)',
		hint: 'test call',
		operations: ['dial_number'],
	},
	mark: {
		keys: ['space'],
		views: ['campaigns', 'lists'],
		group: 'look',
		label: 'mark the row or unmark it, and go down one; play, pause, stop, list on/off then mean all that are marked',
		hint: 'mark',
	},
	switchList: {
		keys: ['L'],
		views: ['lists'],
		group: 'control',
		label: 'switch the selected list, or the marked ones, on or off (y/N)',
		hint: 'list on/off',
		operations: ['change_status'],
	},
	doNotCall: {
		keys: ['D'],
		views: ['search', 'complaint'],
		group: 'control',
		label: 'put the number of the entry, or another, on the do-not-call list (y/N)',
		hint: 'do-not-call',
		operations: ['add_dnc'],
	},
	text: {
		keys: ['M'],
		views: ['search'],
		group: 'control',
		label: 'text the number of the entry, or another (the number is typed)',
		hint: 'text',
		operations: ['send_text_message'],
	},
	changeAccount: {
		keys: ['E'],
		views: ['accounts'],
		group: 'control',
		label: 'change the selected account, by a form (y/N)',
		hint: 'change',
		operations: ['add_account'],
	},
	addAccount: {
		keys: ['A'],
		views: ['accounts'],
		group: 'control',
		label: 'add an account, by a form (y/N)',
		hint: 'add',
		operations: ['add_account'],
	},
	addLeads: {
		keys: ['N'],
		views: ['accounts'],
		group: 'control',
		label: 'put the phones and emails of the selected account onto a list of a campaign, by a form (y/N)',
		hint: 'to a list',
		operations: ['add_leads'],
	},
	sendSettings: {
		keys: ['E'],
		views: ['settings'],
		group: 'control',
		label: 'send the staged changes as one update (y/N)',
		hint: 'send',
		operations: ['update_campaign'],
	},
	editSetting: {
		keys: ['enter'],
		views: ['settings'],
		group: 'look',
		label: 'stage another value for the selected setting',
		hint: 'edit',
		prepares: true,
	},
	stepUp: {
		keys: ['+'],
		views: ['settings'],
		group: 'look',
		label: 'stage the selected setting a step higher (levels and the drop limit by 0.1), or its next allowed value',
		hint: 'step',
		prepares: true,
	},
	stepDown: {
		keys: ['-'],
		views: ['settings'],
		group: 'look',
		label: 'stage the selected setting a step lower, or its previous allowed value',
		prepares: true,
	},
	dropSetting: {
		keys: ['x', 'backspace'],
		views: ['settings'],
		group: 'look',
		label: 'discard what is staged for the selected setting',
		hint: 'drop',
		prepares: true,
	},
	dropSettings: {
		keys: ['u'],
		views: ['settings'],
		group: 'look',
		label: 'discard everything that is staged for this campaign',
		prepares: true,
	},
	setAside: {
		keys: ['x'],
		views: ['log'],
		group: 'look',
		label: 'set aside a command that is UNKNOWN or not observed: its target is free again, and nothing is sent',
		hint: 'set aside',
		ofPresent: true,
	},
	undo: {
		keys: ['U'],
		group: 'control',
		label: 'undo the last play, pause, list switch or settings change of this run (y/N)',
		hint: 'undo',
		operations: ['play_campaign', 'pause_campaign', 'change_status', 'update_campaign'],
	},
	allLists: {
		keys: ['o'],
		views: ['lists'],
		group: 'look',
		label: 'lists of every campaign, or of the selected one',
		hint: 'all/one',
	},
	listsStatus: {
		keys: ['f'],
		views: ['lists'],
		group: 'look',
		label: 'ask the service for the lists that are on, off, or both',
		hint: 'status',
		operations: ['get_lists'],
	},
	listsRecent: {
		keys: ['d'],
		views: ['lists'],
		group: 'look',
		label: 'ask the service for the lists that were recently added, recently dialed, or all',
		hint: 'recent',
		operations: ['get_lists'],
	},
	listDetails: {
		keys: ['enter'],
		views: ['lists'],
		group: 'look',
		label: 'the whole list, as get_list answers it',
		hint: 'details',
		operations: ['get_list'],
	},
	entryDetails: {keys: ['enter'], views: ['search'], group: 'look', label: 'the whole entry', hint: 'details'},
	searchFilters: {
		keys: ['f'],
		views: ['search'],
		group: 'look',
		label: 'search by dates, call type, agent, holder, flag and status, by a form',
		hint: 'fields',
		operations: ['search_lead'],
	},
	complaintOf: {
		keys: ['h'],
		views: ['search', 'accounts'],
		group: 'look',
		label: 'complaint sheet of the selected row: every call of its number, or of all numbers of the account',
		hint: 'calls',
		operations: ['search_lead', 'get_dncs'],
	},
	complaintRow: {
		keys: ['enter'],
		views: ['complaint'],
		group: 'look',
		label: 'the whole entry of the call; where several people match, choose the selected one',
		hint: 'details',
	},
	accountDetails: {
		keys: ['enter'],
		views: ['accounts'],
		group: 'look',
		label: 'the whole account',
		hint: 'details',
	},
	company: {
		keys: ['o'],
		views: ['accounts'],
		group: 'look',
		label: 'name the company whose accounts are shown',
		hint: 'company',
		operations: ['fetch_accounts'],
	},
	commandDetails: {
		keys: ['enter'],
		views: ['log'],
		group: 'look',
		label: 'the whole command: what was sent, by whom, and what came of it',
		hint: 'details',
	},
	filter: {
		keys: ['/'],
		group: 'look',
		label:
			'filter what is shown, the help too, by plain text or by columns: drop>3, ready>=5, time-left<2h, state:pause (! before a term inverts it)',
		hint: 'filter',
	},
	search: {
		keys: ['s'],
		group: 'look',
		label: 'search leads and calls',
		hint: 'search',
		operations: ['search_lead'],
	},
	campaigns: {keys: ['1'], group: 'look', label: 'campaigns'},
	campaign: {
		keys: ['2'],
		also: {keys: ['enter'], views: ['campaigns']},
		group: 'look',
		label: 'everything of the selected campaign',
		hint: 'open',
	},
	lists: {keys: ['3'], group: 'look', label: 'lists'},
	searchView: {keys: ['4'], group: 'look', label: 'search results'},
	settings: {keys: ['5'], group: 'look', label: 'settings of the selected campaign'},
	accounts: {keys: ['6'], group: 'look', label: 'accounts'},
	alerts: {keys: ['7'], group: 'look', label: 'alerts'},
	log: {keys: ['8', '@'], group: 'look', label: 'the log of this run'},
	complaint: {
		keys: ['9'],
		also: {keys: ['h'], views: ['complaint']},
		group: 'look',
		label: 'complaint sheet: calls of a number, name or account, against the limit of seven days',
		hint: 'another',
		operations: ['search_lead', 'get_dncs'],
	},
	nextPane: {keys: ['tab'], views: ['campaigns'], group: 'look', label: 'next pane', hint: 'pane'},
	previousPane: {keys: ['shift-tab'], views: ['campaigns'], group: 'look', label: 'previous pane'},
	zoom: {
		keys: ['z'],
		views: ['campaigns'],
		group: 'look',
		label: 'zoom the focused pane to the whole screen, and back',
		hint: 'zoom',
	},
	chartSpan: {
		keys: ['n'],
		views: ['campaigns', 'campaign'],
		group: 'look',
		label: 'charts over an hour, 8 hours, a day, 7 days: those of the zoomed pane, or of the campaign',
		hint: 'span',
	},
	wall: {
		keys: ['w'],
		group: 'look',
		label: 'the board alone with large totals, for a screen on a wall, and back',
		hint: 'wall',
	},
	sort: {
		keys: ['v'],
		group: 'look',
		label: 'choose the order of the rows from a list: by trouble, by a column, as listed',
		hint: 'sort',
	},
	chooseColumns: {
		keys: ['|'],
		views: ['campaigns'],
		group: 'look',
		label: 'choose the columns of the board and their order; stored in the configuration if asked',
		hint: 'columns',
	},
	savedViews: {
		keys: ["'"],
		group: 'look',
		label: 'saved views of the board, by name: filter, order, columns, marks and zoom; :view save NAME saves one',
	},
	sortByTrouble: {
		keys: ['t'],
		views: ['campaigns'],
		group: 'look',
		label: 'sort by trouble: what needs attention first; rows move once no key was pressed for 5 s',
	},
	sortNext: {keys: ['>'], group: 'look', label: 'sort by the next column on screen'},
	sortPrevious: {keys: ['<'], group: 'look', label: 'sort by the previous column on screen'},
	reverse: {keys: ['r'], group: 'look', label: 'reverse the order'},
	clearFilter: {keys: ['c'], group: 'look', label: 'clear the filter'},
	freeze: {
		keys: ['p'],
		group: 'look',
		label: 'freeze the screen, and unfreeze it (polling goes on)',
		hint: 'freeze',
		ofPresent: true,
	},
	mask: {
		keys: ['m'],
		group: 'look',
		label: 'mask names and numbers of people, and show them again (confirmations say them in full)',
		hint: 'mask',
		overAnswer: true,
	},
	acknowledge: {
		keys: ['a'],
		group: 'look',
		label: "acknowledge the selected alert, or the selected campaign's gravest, for a time",
		hint: 'acknowledge',
		ofPresent: true,
	},
	mute: {keys: ['b'], group: 'look', label: 'mute the bell, and let it ring again'},
	mouse: {
		keys: ['&'],
		group: 'look',
		label:
			'the mouse on or off: the wheel scrolls; a click selects a row, sorts by a column, or opens a view; with Shift it selects text',
	},
	alertCampaign: {
		keys: ['enter'],
		views: ['alerts'],
		group: 'look',
		label: "the alert's campaign on the board; the campaigns of a row that counts several",
		hint: 'campaign',
	},
	runbook: {
		keys: ['o'],
		views: ['alerts'],
		group: 'look',
		label: 'open the runbook of the selected alert: the address that the configuration has for its rule',
		hint: 'runbook',
	},
	lastMark: {
		keys: ['['],
		group: 'past',
		label: 'look back at the last command, alert, change of state or of settings, or gap',
		hint: 'mark',
	},
	nextMark: {keys: [']'], group: 'past', label: 'the next of these; after the newest, the present'},
	minuteBack: {keys: [','], group: 'past', label: 'look back by a minute', hint: 'minute'},
	minuteOn: {keys: ['.'], group: 'past', label: 'forward by a minute'},
	hourBack: {keys: ['{'], group: 'past', label: 'look back by an hour', hint: 'hour'},
	hourOn: {keys: ['}'], group: 'past', label: 'forward by an hour'},
	lookAt: {
		keys: ['l'],
		group: 'past',
		label: 'look at a time that is typed: 14:10, yesterday 9:00, -45m, 2026-03-31 14:30 (or :at 14:10)',
		hint: 'a time',
	},
	firstMoment: {keys: ['('], group: 'past', label: 'the first moment that is recorded'},
	lastMoment: {keys: [')'], group: 'past', label: 'the last moment that is recorded'},
	playOn: {
		keys: ['space'],
		inPast: true,
		group: 'past',
		label: 'play the past at its own speed, then 10 and 60 times as fast, and stop it',
		hint: 'play',
	},
	copy: {
		keys: ['y'],
		group: 'look',
		label: 'copy the id, number or name of the selected row (OSC 52)',
		hint: 'copy',
		overAnswer: true,
	},
	export: {
		keys: ['e'],
		group: 'look',
		label: 'export what is shown, as CSV or JSON',
		hint: 'export',
		overAnswer: true,
	},
	picture: {
		keys: ['#'],
		group: 'look',
		label: 'a picture for a ticket: what is on screen, with people masked, into a file as SVG and as text',
		hint: 'picture',
		overAnswer: true,
	},
	refresh: {keys: ['ctrl-r'], group: 'look', label: 'poll now what is on screen', hint: 'ask now', ofPresent: true},
	lock: {keys: ['!'], group: 'control', label: 'read-only lock on or off', hint: 'lock'},
	signIn: {keys: ['i'], group: 'program', label: 'sign in', hint: 'sign in', operations: ['login_user']},
	newSandbox: {
		keys: ['ctrl-n'],
		group: 'program',
		label: 'start a new embedded sandbox, once the one on screen has ended',
		hint: 'new sandbox',
	},
	palette: {
		keys: [':'],
		group: 'program',
		label:
			'the palette: every action and every operation by a few letters of its name; with what follows it (pause 1004, level 1004 1.8, search smith, get_list list_id=5), or as a form; ↑ brings the last lines back',
		hint: 'palette',
		pinned: true,
	},
	help: {keys: ['?'], group: 'program', label: 'open the help, and close it', hint: 'help', pinned: true},
	back: {
		keys: ['escape'],
		group: 'program',
		label:
			'back: leaves help, details, the past, wall, zoom, frozen screen, filter, marks, staged level, view, the line on a pause of all, in this order',
		hint: 'back',
	},
	quit: {
		keys: ['q'],
		group: 'program',
		label: 'quit; from help, details, zoom or another view: back first',
		hint: 'quit',
	},
	quitNow: {keys: ['ctrl-c'], group: 'program', label: 'quit at once'},
} satisfies Record<string, ActionRow>;

/** The name of an action. */
export type ActionId = keyof typeof rows;

/** The actions that open the views. */
export const viewActions: Readonly<Record<View, ActionId>> = {
	campaigns: 'campaigns',
	campaign: 'campaign',
	lists: 'lists',
	search: 'searchView',
	settings: 'settings',
	accounts: 'accounts',
	alerts: 'alerts',
	log: 'log',
	complaint: 'complaint',
};

/** The actions by their names. */
export const actionRows: Readonly<Record<ActionId, ActionRow>> = rows;

/** The names of all actions, in the order of the help. */
export const actionIds = Object.keys(rows) as readonly ActionId[];
