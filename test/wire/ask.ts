/** Asks services with the trust of its arguments, in a process of its own; prints what came of each. */
import {createHttpTransport, type TransportFailure} from '../../source/wire/client/transport.ts';

const [ca, ...urls] = process.argv.slice(2);
const ask = async (url: string): Promise<string> => {
	const http = createHttpTransport(url, {ca});
	try {
		const body = {contentType: 'application/x-www-form-urlencoded', bytes: 'type=get_campaigns&token=T'};
		return String((await http.send({effect: 'read', body, deadline: 5000})).status);
	} catch (error) {
		return /\((\w+)\)$/.exec((error as TransportFailure).message)?.[1] ?? String(error);
	} finally {
		await http.close();
	}
};
process.stdout.write(JSON.stringify(await Promise.all(urls.map(ask))));
