import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.net.http.HttpClient;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import made.ApiClient;
import made.ApiException;
import made.ApiResponse;

/**
 * Calls every operation with the client that openapi-generator made.
 *
 * <p>usage: Client URL KEY SECRET (the calls come as JSON on stdin)
 */
public class Client {
  static final List<String> TAGS =
      List.of("Account", "Analysis", "Contracts", "Operator", "Service", "Tools");

  public static void main(String[] args) throws Exception {
    JsonNode calls = new ObjectMapper().readTree(System.in);
    Map<String, ApiClient> clients =
        Map.of("key", clientOf(args[0], args[1]), "operator", clientOf(args[0], args[2]));
    for (JsonNode call : calls) call(clients.get(call.get("caller").asText()), call);
    System.out.println(calls.size() + " operations called");
  }

  static ApiClient clientOf(String url, String token) {
    ApiClient client = new ApiClient();
    // Without it the JDK asks each plain-http server to change to HTTP/2, which Deno answers 400.
    client.setHttpClientBuilder(HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1));
    client.updateBaseUri(url);
    client.setRequestInterceptor(each -> each.header("Authorization", "Bearer " + token));
    return client;
  }

  static void call(ApiClient client, JsonNode call) throws Exception {
    String operation = call.get("operation").asText();
    Method method = methodOf(camel(operation) + "WithHttpInfo");
    Object[] given =
        Arrays.stream(method.getParameters()).map(each -> argument(each, call)).toArray();
    Object api =
        method.getDeclaringClass().getConstructor(ApiClient.class).newInstance(client);
    int status;
    try {
      ApiResponse<?> answer = (ApiResponse<?>) method.invoke(api, given);
      status = answer.getStatusCode();
      if (answer.getData() == null) throw new IllegalStateException(operation + ": not read");
    } catch (InvocationTargetException thrown) {
      if (!(thrown.getCause() instanceof ApiException failed)) throw thrown;
      status = failed.getCode();
      if (status != call.get("status").asInt()) {
        throw new IllegalStateException(operation + ": " + failed.getResponseBody(), failed);
      }
    }
    if (status != call.get("status").asInt()) {
      throw new IllegalStateException(operation + ": " + status);
    }
  }

  /** The method without a map of headers. */
  static Method methodOf(String name) throws ClassNotFoundException {
    Stream<Method> methods = Stream.empty();
    for (String tag : TAGS) {
      methods =
          Stream.concat(
              methods, Arrays.stream(Class.forName("made.api." + tag + "Api").getMethods()));
    }
    return methods
        .filter(each -> each.getName().equals(name))
        .min(Comparator.comparing(Method::getParameterCount))
        .orElseThrow(() -> new IllegalStateException("no method " + name));
  }

  /** What a parameter is given: the path's and the query's by their names, else the body. */
  static Object argument(Parameter parameter, JsonNode call) {
    for (String in : List.of("path", "query")) {
      for (var each : call.get("parameters").get(in).properties()) {
        String name = camel(each.getKey());
        // A reserved word gets an underscore.
        if (List.of(name, "_" + name).contains(parameter.getName())) {
          return typed(each.getValue(), parameter);
        }
      }
    }
    boolean isModel = parameter.getType().getName().startsWith("made.model.");
    boolean isBody = isModel && !parameter.getType().isEnum();
    return isBody && call.has("body") ? typed(call.get("body"), parameter) : null;
  }

  static Object typed(JsonNode value, Parameter parameter) {
    ObjectMapper mapper = ApiClient.createDefaultObjectMapper();
    var type = mapper.constructType(parameter.getParameterizedType());
    return mapper.convertValue(value, type);
  }

  /** {@code get_comps} as {@code getComps}. */
  static String camel(String name) {
    StringBuilder made = new StringBuilder();
    for (String part : name.split("_")) {
      made.append(made.isEmpty() ? part : part.substring(0, 1).toUpperCase() + part.substring(1));
    }
    return made.toString();
  }
}
