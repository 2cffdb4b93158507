import {Geo} from '../../source/geo/geo.js';
import {GeoFile} from '../../source/geo/geo-file.js';
import {type MmdbData, mmdb} from './mmdb.js';

function ownerOf(number: number, name: string): MmdbData {
	return {autonomous_system_number: number, autonomous_system_organization: name};
}

/** A database of the owners of documentation networks. */
export const ownersFile = mmdb(
	[
		['203.0.113.0/24', ownerOf(64_496, 'Example Cloud, Inc.')],
		['203.0.113.10/32', ownerOf(64_497, 'Beispiel GmbH')],
		['2001:db8::/32', ownerOf(64_497, 'Beispiel GmbH')],
	],
	{type: 'GeoLite2-ASN', built: Date.UTC(2026, 10, 20) / 1000},
);

/** A database of their countries. */
export const countriesFile = mmdb(
	[
		['203.0.113.0/24', {country: {iso_code: 'US'}}],
		['10.0.0.0/8', {country: {iso_code: 'DE'}}],
		['2001:db8::/32', {country: {iso_code: 'DE'}}],
	],
	{type: 'GeoLite2-Country', built: Date.UTC(2026, 10, 21) / 1000},
);

/** The owners and countries in both. */
export const knownGeo = new Geo([new GeoFile(ownersFile), new GeoFile(countriesFile)]);
