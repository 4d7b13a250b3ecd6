import type { RuleTexts } from './rules.js';

export const rules: RuleTexts = {
  groups: {
    turn: 'Een beurt',
    figures: 'Meeples',
    scores: 'Wat punten oplevert',
    end: 'Het einde',
    bets: 'De weddenschappen: inzetten',
    settle: 'De weddenschappen: winnen',
  },
  ours: 'De gedrukte regels zwijgen hierover. Zo wordt het hier gespeeld.',
  community: 'De gedrukte regels zwijgen hierover. Spelers zijn het zo eens geworden.',
  all: 'Alle regels',
  found: { one: '{n} regel', other: '{n} regels' },
  rules: {
    'base/setup-1': {
      title: 'Waarmee je begint',
      text: [
        'Je speelt met twee tot zes spelers. Iedereen heeft zeven meeples om neer te zetten. Eén tegel ligt open in het midden: een stad in het noorden, een weg van west naar oost. De andere tegels zitten in de zak, en niemand kent hun volgorde.',
      ],
      picture: 'De tegel waarmee elk spel begint.',
    },
    'base/setup-2': {
      title: 'Wie begint',
      text: ['Er wordt met de klok mee gespeeld. Wie begint, wordt geloot of gekozen als de tafel wordt gemaakt; bij een revanche schuift het begin één plaats op.'],
    },
    'base/turn-1': {
      title: 'Wat er in een beurt gebeurt',
      text: [
        'Trek een tegel en leg hem aan. Daarna mag je er één meeple op zetten. Dan wordt geteld wat er af is.',
        'Met de weddenschappen komt er een vierde stap bij: staat er een wedkantoor op de tegel, dan mag iedereen inzetten.',
      ],
    },
    'base/place-1': {
      title: 'Waar een tegel past',
      text: [
        'Een tegel moet met minstens één zijde aan een andere grenzen. Draai hem zoals je wilt, maar elke zijde die raakt moet doorlopen: stad aan stad, weg aan weg, weide aan weide.',
        'Gaten in het landschap mogen.',
      ],
      picture: 'De weg loopt door als weg, de stad als stad.',
    },
    'base/place-2': {
      title: 'Een tegel die nergens past',
      text: [
        'Die gaat voor ieders ogen uit het spel, en je trekt een nieuwe.',
        'Raakt de zak zo leeg, dan is je beurt meteen voorbij, en het spel ook.',
      ],
    },
    'base/meeple-1': {
      title: 'Waar een meeple mag staan',
      text: [
        'Alleen op de tegel die je net hebt gelegd: op een weg, in een stad, in een klooster of in een weide.',
        'En alleen waar nog niemand staat: kijk de hele weg, stad of weide langs, over alle tegels. Je eigen meeples tellen ook mee.',
        'Later kan een tegel er twee met elkaar verbinden. Zo komen er toch meer meeples bij elkaar te staan.',
      ],
      picture: 'De weg is bezet, dus op de nieuwe tegel kan de meeple alleen in een van de weiden.',
    },
    'base/meeple-2': {
      title: 'Alleen uit je eigen voorraad',
      text: ['Je moet nog een meeple hebben vóórdat er geteld wordt. Een meeple die deze beurt thuiskomt, kan pas in je volgende beurt weer op pad.'],
    },
    'base/meeple-3': {
      title: 'Op iets dat meteen af is',
      text: ['Je mag een meeple zetten op iets dat je met deze tegel afmaakt. Hij levert punten op en komt meteen weer thuis.'],
    },
    'base/majority-1': {
      title: 'Wie de punten krijgt',
      text: [
        'Wie er de meeste meeples heeft, krijgt alle punten. Hebben meer spelers er evenveel, dan krijgt elk van hen alle punten.',
        'Waar niemand staat, krijgt niemand iets.',
      ],
      picture: 'Twee meeples tegen één: blauw krijgt alle punten, vermiljoen niets.',
    },
    'base/return-1': {
      title: 'Wanneer meeples thuiskomen',
      text: ['Is een weg, stad of klooster geteld, dan gaan alle meeples daarin terug naar hun eigenaar. Meeples in weiden blijven liggen tot het einde van het spel.'],
    },
    'base/road-1': {
      title: 'Wegen',
      text: [
        'Eén punt per tegel. Een weg is af als beide uiteinden dicht zijn: door een dorp, een kruising, een stad, een klooster of een wedkantoor, of doordat hij een rondje maakt. Elke arm van een kruising is een weg op zich.',
        'Aan het einde levert een onvoltooide weg ook één punt per tegel op.',
      ],
      picture: 'Van dorp tot dorp: drie tegels, drie punten.',
    },
    'base/city-1': {
      title: 'Steden',
      text: [
        'Een stad is af als de muur nergens meer openstaat. Twee punten per tegel, en nog twee voor elk wapenschild. Dat geldt ook voor de kleinste: twee tegels, vier punten.',
        'Een onvoltooide stad levert aan het einde één punt per tegel en één per wapenschild op.',
        'Een tafel kan afspreken dat een voltooide stad van twee tegels maar één punt per tegel en één per wapenschild oplevert.',
      ],
      picture: 'Drie tegels en een wapenschild: 3 × 2 plus 2, dus 8 punten.',
    },
    'base/monastery-1': {
      title: 'Kloosters',
      text: [
        'Een klooster is af als alle acht vakken eromheen gevuld zijn: negen punten, één voor elke tegel.',
        'Aan het einde levert een onvoltooid klooster één punt voor zichzelf op en één voor elke tegel eromheen.',
      ],
      picture: 'Alle acht buren liggen er: negen punten.',
    },
    'base/field-1': {
      title: 'Weiden',
      text: [
        'Weiden tellen pas aan het einde: drie punten voor elke voltooide stad die aan de weide grenst. Van wie die stad was, maakt niet uit.',
        'Een weide is land dat aan elkaar vastzit. Wegen, stadsmuren, wedkantoren en de rand van het landschap begrenzen haar. Een stad die op meer plekken aan dezelfde weide grenst, telt één keer; één stad kan wel voor meer weiden tellen.',
        'Een tafel kan afspreken zonder weiden te spelen.',
      ],
      picture: 'De weg scheidt twee weiden. Alleen de noordelijke grenst aan de voltooide stad: drie punten voor vermiljoen, niets voor blauw.',
    },
    'base/count-1': {
      title: 'Een tegel telt één keer',
      text: ['Hoeveel stukken van een tegel er ook bij dezelfde weg of stad horen: de tegel telt één keer.'],
      picture: 'De weg begint en eindigt bij dezelfde kruising, en die telt één keer: vier tegels.',
    },
    'base/end-1': {
      title: 'Het einde van het spel',
      text: [
        'Het spel is voorbij na de beurt waarin de laatste tegel is gelegd. Dan telt alles wat nog op het bord staat: eerst de weddenschappen, dan wegen, steden en kloosters, en de weiden als laatste.',
      ],
    },
    'base/win-1': {
      title: 'Wie wint',
      text: ['De meeste punten winnen. Hebben meer spelers er evenveel, dan delen ze de winst.'],
    },
    'base/retire-1': {
      title: 'Eerder weggaan',
      text: [
        'Iedereen mag op elk moment weggaan. Meeples en fiches blijven op het bord en tellen nog mee, maar wie weg is kan niet meer winnen. Een tegel in de hand gaat naar de volgende speler, en verdere beurten worden overgeslagen.',
      ],
    },
    'bets/setup-1': {
      title: 'Fiches en wedkantoren',
      text: ['Elke speler krijgt zes fiches, voor iedereen dezelfde. Tien tegels met een wedkantoor gaan bij de andere in de zak.'],
      picture: 'De fiches van één speler.',
    },
    'bets/office-1': {
      title: 'Het wedkantoor',
      text: [
        'Je herkent het aan de gouden munt op het dak. Wegen die ernaartoe lopen, eindigen er; een weg die er alleen langs gaat, loopt door.',
        'Het kantoor met zijn erf scheidt de weiden eromheen, ook waar het plaatje twijfel laat.',
      ],
      picture: 'De weg loopt langs het kantoor. Links en rechts van het erf liggen twee verschillende weiden.',
    },
    'bets/turn-1': {
      title: 'Wanneer er wordt ingezet',
      text: ['Na een tegel met een kantoor: eerst de meeple, dan de punten, dan de weddenschappen. Dat gebeurt één keer per kantoor; later komt er niets meer bij.'],
    },
    'bets/place-1': {
      title: 'Wie mag inzetten',
      text: ['Iedereen, niet alleen wie aan de beurt is: één fiche uit je eigen voorraad, dicht, op het kantoor dat net is gelegd. De fiches op één kantoor vormen een stapel.'],
      picture: 'Drie fiches op één kantoor: je ziet wie heeft ingezet, niet waarop.',
    },
    'bets/place-2': {
      title: 'Niet op de laatste tegel',
      text: ['Is er geen tegel meer om te trekken, dan wordt er niet meer ingezet.'],
    },
    'bets/place-3': {
      title: 'Er moet nog iets openstaan',
      text: ['Zijn alle wegen en steden op de tegel al af, dan valt er niets te wedden. Kloosters en weiden doen voor weddenschappen niet mee.'],
    },
    'bets/place-4': {
      title: 'Allemaal tegelijk',
      text: ['Iedereen kiest in het geheim. Pas als allen gekozen hebben, zie je wie een fiche heeft gelegd, maar niet welk.'],
    },
    'bets/place-5': {
      title: 'Wie gevraagd wordt',
      text: ['Alleen wie nog meespeelt en nog een fiche heeft. Heeft niemand er een, dan vervalt deze stap.'],
    },
    'bets/secret-1': {
      title: 'Dicht is dicht',
      text: ['De fiches in je eigen voorraad mag je altijd bekijken. Wat op een tegel ligt, bekijkt niemand, ook de eigenaar niet. Onthouden en uitrekenen mag wel.'],
    },
    'bets/target-1': {
      title: 'Waarvoor een stapel telt',
      text: ['Je wedt niet op één bepaalde weg of stad. Elke onvoltooide weg en stad op de tegel is een doel, en het eerste dat af is, krijgt de hele stapel.'],
    },
    'bets/settle-1': {
      title: 'Wanneer weddenschappen tellen',
      text: [
        'Zodra een weg of stad af is met een stapel op een van de tegels: na de gewone punten van die beurt worden alle fiches van de stapel omgedraaid, winnen of missen, en gaan terug naar hun eigenaar. Ze kunnen meteen weer worden ingezet.',
      ],
    },
    'bets/settle-2': {
      title: 'Wanneer een fiche wint',
      text: [
        'Vergelijk het met het aantal tegels van de weg of stad. Een gewoon getal moet precies kloppen en levert evenveel punten op. Een getal met een plus klopt bij zoveel tegels of meer, en levert het getal op dat erop staat.',
        'Het fiche met alleen een 4 betaalt dubbel: 8 punten. Kloppen er twee getallen, dan telt het hoogste. Je hoeft er geen meeple te hebben.',
      ],
      picture: 'Elk fiche, en waarmee het wint.',
    },
    'bets/example-1': {
      title: 'Een voorbeeld',
      text: [
        'Een stad van vier tegels met één wapenschild wordt afgemaakt. De eigenaar krijgt zoals altijd tien punten.',
        'Dan de weddenschappen: een fiche met een 4 levert 4 punten op, de dubbele 4 levert er 8 op, een fiche met 5 en 6 mist. Alle drie gaan terug.',
      ],
      picture: 'Vier tegels: 4/5 levert 4 op, de dubbele 4 levert 8 op, 5/6 mist.',
    },
    'bets/count-1': {
      title: 'Alleen tegels tellen',
      text: ['Een weddenschap wordt vergeleken met het echte aantal tegels. Wapenschilden en wat verder de punten verandert, doen hier niet mee.'],
    },
    'bets/settle-3': {
      title: 'Waar niemand staat',
      text: ['Een stapel telt ook als er niemand staat. Een tafel kan het anders afspreken: dan krijgen alleen voltooide wegen en steden met een meeple de stapel.'],
    },
    'bets/settle-4': {
      title: 'Twee tegelijk',
      text: [
        'Maakt één tegel meer doelen van dezelfde stapel af, dan beslist wie hem legde welk doel de hele stapel krijgt: open, voordat er een fiche wordt omgedraaid. Zijn er meer van zulke stapels, dan gaat het oudste kantoor voor.',
      ],
    },
    'bets/settle-5': {
      title: 'Meer stapels',
      text: ['Op een weg of stad kunnen meer stapels liggen. Ze tellen allemaal, en elk fiche telt voor zich, ook twee van dezelfde speler.'],
    },
    'bets/settle-6': {
      title: 'Oude stapels eerst',
      text: ['Maakt een nieuw kantoor iets af waar al stapels op liggen, dan tellen die eerst. Pas daarna wordt er op het nieuwe kantoor ingezet.'],
    },
    'bets/void-1': {
      title: 'Als er geen doel meer is',
      text: ['Heeft een stapel zijn laatste doel verloren zonder te tellen, dan gaan de fiches dicht terug. Alleen de eigenaars zien welke er terugkwamen.'],
    },
    'bets/final-1': {
      title: 'Weddenschappen aan het einde',
      text: ['Vóór alle andere eindpunten worden de fiches die nog op tegels liggen omgedraaid en vergeleken met wat hun weg of stad dan heeft bereikt. Meeples doen er niet toe.'],
    },
    'bets/final-2': {
      title: 'Welk doel aan het einde telt',
      text: ['Heeft een tegel meer onvoltooide doelen, dan kiest elke eigenaar voor elk eigen fiche in het geheim waarvoor het telt. Bij één doel valt er niets te kiezen.'],
    },
  },
};
