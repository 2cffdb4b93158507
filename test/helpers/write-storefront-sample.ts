import {writeFileSync} from 'node:fs';
import {storefrontSample} from './storefront-sample.js';

writeFileSync(new URL('../../../samples/storefront.log', import.meta.url), storefrontSample());
