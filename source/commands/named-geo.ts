import {dirname, resolve} from 'node:path';
import type {Settings} from '../config/settings.js';
import {type Geo, noGeo} from '../geo/geo.js';
import {homeFolder} from '../user-files/home-folder.js';

/** Returns the paths of the databases that the config file names: relative to its folder, or with ~ to the home directory. */
export function geoPaths({geo, file}: Pick<Settings, 'geo' | 'file'>): readonly string[] {
	return geo.map(path =>
		path.startsWith('~/') ? resolve(homeFolder(), path.slice(2)) : resolve(dirname(file ?? ''), path),
	);
}

/** Opens the databases that the config file names. Without any, no code is loaded. */
export async function namedGeo(
	settings: Pick<Settings, 'geo' | 'file'>,
): Promise<{readonly geo: Geo; readonly problems: readonly string[]}> {
	if (settings.geo.length === 0) {
		return {geo: noGeo, problems: []};
	}
	const {openGeo} = await import('../geo/open-geo.js');
	return openGeo(geoPaths(settings));
}
