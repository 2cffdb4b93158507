import test from 'ava';
import {cellText} from '../../source/format/cells.js';
import {timeFormatter} from '../../source/format/time-formatter.js';
import {parseQuery} from '../../source/query/parsing/parse-query.js';
import {anyCalendar} from '../../source/query/parsing/time-period.js';
import {everything} from '../../source/query/query.js';
import {KnownRoutes} from '../../source/routes/known-routes.js';
import {logLine} from '../helpers/log-lines.js';
import {openStore} from '../helpers/open-store.js';
import {all, untilCounted} from '../helpers/store-model.js';
import {temporaryLog} from '../helpers/temporary-directory.js';

test('two stores in one process know different routes', async t => {
	const {path} = temporaryLog(t, logLine({time: 0, url: '/shop/lamp'}));
	const stores = ['/shop/{product}', '/{section}/lamp'].map(template =>
		openStore(t, [path], {routes: new KnownRoutes([{template}])}),
	);
	const found = await Promise.all(
		stores.map(async store => {
			await untilCounted(store, 1);
			const [entry] = await all(store);
			const {routes} = await store.routes(everything, 10);
			const {values} = await store.facets(everything, 'route', 10);
			const {n} = await store.count(parseQuery('route:=/shop/{product}', anyCalendar));
			return {
				cell: entry && cellText('route', entry, timeFormatter('utc')),
				routes: routes.map(({route}) => route),
				facet: values.map(({value}) => value),
				n,
			};
		}),
	);
	t.deepEqual(found, [
		{cell: '/shop/{product}', routes: ['/shop/{product}'], facet: ['/shop/{product}'], n: 1},
		{cell: '/{section}/lamp', routes: ['/{section}/lamp'], facet: ['/{section}/lamp'], n: 0},
	]);
});
