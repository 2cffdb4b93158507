import type {FacetOrder} from '../../answers/answers.js';
import {cutPath} from '../../listing/cut-path.js';
import {sanitise} from '../../listing/sanitise.js';
import {termsOf} from '../../query/terms.js';
import type {PanelScene} from '../panel/open-panel.js';
import type {FacetTab} from './facet-tabs.js';

/** Columns for the keys behind the title that are missed most: of order, + and -, and how it is left. */
const hintsWidth = 45;

/** What the values are, and of which route where it is one that is searched for: `URLs of route /{language}/…`. */
export function facetsTitle(
	{many}: FacetTab,
	order: FacetOrder,
	{search, titleWidth}: Pick<PanelScene, 'search' | 'titleWidth'>,
): string {
	const title = order === 'n' ? `Most frequent ${many}` : `Slowest ${many} (p95)`;
	const [term, another] = termsOf(search.query.text).filter(({field}) => field === 'route');
	if (!term || another || !term.text.startsWith('route:')) {
		return title;
	}

	const route = sanitise(term.text.slice('route:'.length).replace(/^=*"?|"$/g, ''));
	const short = `${order === 'n' ? '' : 'Slowest '}${many} of route `;
	const room = titleWidth - hintsWidth - short.length;
	return room < 8 ? title : short + cutPath(route, room);
}
