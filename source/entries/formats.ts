import type {Format, FormatReader} from './format.js';
import {awsAlb} from './formats/aws-alb.js';
import {awsElb} from './formats/aws-elb.js';
import {awsS3} from './formats/aws-s3.js';
import {clfFamily} from './formats/clf-family.js';
import {envoy} from './formats/envoy.js';
import {haproxy} from './formats/haproxy.js';
import {nginxProxyManager} from './formats/nginx-proxy-manager.js';
import {npmplus} from './formats/npmplus.js';
import {squid} from './formats/squid.js';
import {sslRequest} from './formats/ssl-request.js';
import {timeFirst} from './formats/time-first.js';
import {uwsgi} from './formats/uwsgi.js';
import {w3cFamily} from './formats/w3c.js';
import {zoraxy} from './formats/zoraxy.js';
import {json} from './json/json-reader.js';

/** All that reads lines. The frequent ones stand first. */
export const readers: readonly FormatReader[] = [
	clfFamily,
	json,
	w3cFamily,
	awsAlb,
	awsElb,
	awsS3,
	envoy,
	haproxy,
	nginxProxyManager,
	squid,
	sslRequest,
	uwsgi,
	timeFirst,
	npmplus,
	zoraxy,
];

/** Every format. Its number is its place here: readers count theirs from that of their first. */
export const formats: readonly Format[] = readers.flatMap(reader => reader.formats);
